import { describe, expect, it } from "vitest";
import { createPollResultTool } from "../lib/executor/define-tool.ts";
import { RunContext } from "../lib/executor/run-context.ts";
import { ToolExecutor } from "../lib/executor/tool-executor.ts";
import { repeat } from "../lib/rules/factories.ts";
import { recordToolCalls } from "../lib/vitest.ts";

describe("recordToolCalls", () => {
  const tools = [
    {
      name: "search",
      description: "",
      parameters: { safeParse: (data: unknown) => ({ success: true as const, data }) },
      execute: async (args: Record<string, unknown>) => {
        if (args["fail"] === true) throw new Error("boom");
        return `found ${String(args["q"])}`;
      },
    },
  ];
  const call = (id: string, args: Record<string, unknown>) => ({ id, name: "search", arguments: args });

  it("records calls with their rounds and results", async () => {
    const executor = new ToolExecutor(tools);
    const recording = recordToolCalls(executor);
    await executor.executeAll([call("1", { q: 1 }), call("2", { fail: true })], new RunContext({ sessionId: "s" }));
    await executor.executeAll([call("3", { q: 3 })], new RunContext({ sessionId: "s" }));
    recording.stop();
    await executor.executeAll([call("4", { q: 4 })], new RunContext({ sessionId: "s" }));
    expect(recording.calls).toEqual([
      { id: "1", name: "search", arguments: { q: 1 }, round: 0, run: expect.any(String), result: "found 1" },
      { id: "2", name: "search", arguments: { fail: true }, round: 0, run: expect.any(String), error: "boom" },
      { id: "3", name: "search", arguments: { q: 3 }, round: 1, run: expect.any(String), result: "found 3" },
    ]);
    expect(recording.calls).toBeLoopFree();
  });

  it("records what ran before a loop ended the run", async () => {
    const executor = new ToolExecutor(tools, { loopDetection: { maxRepeats: 2, action: "abort" } });
    const recording = recordToolCalls(executor);
    const ctx = new RunContext({ sessionId: "s" });
    for (const id of ["1", "2"]) await executor.executeAll([call(id, { q: "x" })], ctx);
    await expect(executor.executeAll([call("3", { q: "y" }), call("4", { q: "x" })], ctx)).rejects.toThrow(
      /called 3 times/,
    );
    expect(recording.calls.map(({ result }) => result)).toEqual(["found x", "found x", "found y", undefined]);
    expect(recording.calls.map(({ refused }) => typeof refused)).toEqual([...Array(3).fill("undefined"), "string"]);
    expect(recording.calls).toLoop({ detector: "count", repeats: 3 }, { maxRepeats: 2 });
    expect(recording.calls).not.toBeLoopFree();
  });

  it("marks refused calls, and counts them as a loop", async () => {
    const executor = new ToolExecutor(tools, { loopDetection: { maxRepeats: 1, action: "hint" } });
    const recording = recordToolCalls(executor);
    const ctx = new RunContext({ sessionId: "s" });
    for (const id of ["1", "2"]) await executor.executeAll([call(id, { q: "x" })], ctx);
    expect(recording.calls[1]).toEqual({
      ...{ id: "2", name: "search", arguments: { q: "x" }, round: 1, run: ctx.runId },
      refused: expect.stringContaining("has now been called 2 times"),
    });
    expect(recording.calls[1]).not.toHaveProperty("result");
    expect(() => expect(recording.calls).toBeLoopFree()).toThrow("found refused: search, 1 time\n");
  });

  it("finds three refusals of six equal calls, whatever the matcher's own guard would find", async () => {
    const executor = new ToolExecutor(tools, { loopDetection: { maxRepeats: 3, action: "hint" } });
    const recording = recordToolCalls(executor);
    const ctx = new RunContext({ sessionId: "s" });
    for (const id of ["1", "2", "3", "4", "5", "6"]) await executor.executeAll([call(id, { q: "x" })], ctx);
    expect(recording.calls.filter(({ refused }) => refused !== undefined)).toHaveLength(3);
    const lenient = { detectors: [repeat({ threshold: 9 })] };
    expect(recording.calls).not.toBeLoopFree(lenient);
    expect(recording.calls).toLoop({ detector: "refused", toolName: "search", repeats: 3 });
  });

  it("takes the recording itself", async () => {
    const executor = new ToolExecutor(tools);
    const recording = recordToolCalls(executor);
    const ctx = new RunContext({ sessionId: "s" });
    for (const id of ["1", "2", "3", "4"]) await executor.executeAll([call(id, { q: "x" })], ctx);
    expect(recording).toLoop({ toolName: "search", repeats: 4 });
    expect(recording).not.toBeLoopFree();
  });

  it.each([
    ["equal", "a"],
    ["empty", ""],
  ])("gives results to calls by position, with %s ids in one round", async (_, id) => {
    const executor = new ToolExecutor(tools);
    const recording = recordToolCalls(executor);
    await executor.executeAll(
      [call(id, { q: 1 }), call(id, { fail: true }), call(id, { q: 3 })],
      new RunContext({ sessionId: "s" }),
    );
    expect(recording.calls.map(({ result, error }) => result ?? error)).toEqual(["found 1", "boom", "found 3"]);
  });

  it("keeps runs apart", async () => {
    const executor = new ToolExecutor(tools);
    const recording = recordToolCalls(executor);
    for (let i = 0; i < 6; i++)
      await executor.executeAll([call(`${i}`, { q: "x" })], new RunContext({ sessionId: "s" }));
    expect(recording).toBeLoopFree();
    expect(recording.calls).toBeLoopFree();
  });

  it("applies the policies of the tools, without a guard too", async () => {
    const executor = new ToolExecutor([
      { ...tools[0], loopDetection: false as const } as (typeof tools)[0],
      createPollResultTool(),
    ]);
    const recording = recordToolCalls(executor);
    const ctx = new RunContext({ sessionId: "s" });
    ctx.setState("__asyncHandles", new Map([["ah:1", { status: "pending", startedAt: Date.now(), ttlMs: 1e9 }]]));
    for (let i = 0; i < 6; i++) {
      await executor.executeAll([call(`${i}`, { q: "x" })], ctx);
      await executor.executeAll([{ id: `p${i}`, name: "pollResult", arguments: { handle: "ah:1" } }], ctx);
    }
    expect(recording).toBeLoopFree();
    expect(recording).toLoop(
      { toolName: "search" },
      { detectors: [repeat()], tools: { search: {}, pollResult: false } },
    );
  });

  it("copies arguments", async () => {
    const executor = new ToolExecutor(tools);
    const recording = recordToolCalls(executor);
    const args = { q: 1 };
    for (; args.q <= 4; args.q++)
      await executor.executeAll([call(`${args.q}`, args)], new RunContext({ sessionId: "s" }));
    expect(recording.calls.map((one) => one.arguments)).toEqual([1, 2, 3, 4].map((q) => ({ q })));
  });

  it("may be made twice, and stopped in any order", async () => {
    const executor = new ToolExecutor(tools);
    const [first, second] = [recordToolCalls(executor), recordToolCalls(executor)];
    const ctx = new RunContext({ sessionId: "s" });
    await executor.executeAll([call("1", { q: 1 })], ctx);
    first.stop();
    await executor.executeAll([call("2", { q: 2 })], ctx);
    second.stop();
    await executor.executeAll([call("3", { q: 3 })], ctx);
    expect([first.calls.length, second.calls.length]).toEqual([1, 2]);
  });

  it("throws for what is no executor", () => {
    for (const given of [{}, undefined, { executeAll: 5 }])
      expect(() => recordToolCalls(given as never)).toThrow(TypeError);
  });

  it("finds calls of tools that there are not", async () => {
    const executor = new ToolExecutor(tools);
    const recording = recordToolCalls(executor);
    const ctx = new RunContext({ sessionId: "s" });
    for (let q = 0; q < 6; q++) await executor.executeAll([{ id: `${q}`, name: "serch", arguments: { q } }], ctx);
    expect(recording).toLoop({ detector: "unknown_tool", toolName: "serch" });
    expect(recording).not.toBeLoopFree();
  });
});
