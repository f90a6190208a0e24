import { describe, expect, it } from "vitest";
import { noProgress, pingPong, repeat } from "../lib/detectors/factories.ts";
import { RunContext } from "../lib/executor/run-context.ts";
import { ToolExecutor } from "../lib/executor/tool-executor.ts";
import { recordToolCalls } from "../lib/vitest.ts";

const healthy = [1, 2, 3, 4].map((q) => ({ name: "search", arguments: { q }, result: `found ${q}` }));
const stuck = Array.from({ length: 4 }, () => ({ name: "search", arguments: { q: "x" }, result: "nothing" }));
const alternating = Array.from({ length: 3 }, () => [
  { name: "read", arguments: { path: "a.ts" }, result: "text" },
  { name: "edit", arguments: { path: "a.ts" }, error: "no match" },
]).flat();

const messageOf = (check: () => void): string => {
  try {
    check();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("the check did not fail");
};

describe("toBeLoopFree", () => {
  it("passes for work and fails for a loop", () => {
    expect(healthy).toBeLoopFree();
    expect([]).toBeLoopFree();
    expect(stuck).not.toBeLoopFree();
    expect(alternating).not.toBeLoopFree();
  });

  it("takes a guard's options", () => {
    expect(stuck).toBeLoopFree({ detectors: [repeat({ threshold: 5 })] });
    expect(stuck).toBeLoopFree({ tools: { search: false } });
    expect(healthy).not.toBeLoopFree({ detectors: [repeat()], tools: { search: { identity: () => "same" } } });
  });

  it("draws the loop", () => {
    const message = messageOf(() =>
      expect([...healthy, ...alternating, ...healthy]).toBeLoopFree({ detectors: [pingPong()] }),
    );
    expect(message).toBe(
      [
        "Expected no loop in 14 calls, found ping_pong: period 2, 3 times: read, edit",
        "",
        "        ... 1 earlier call",
        '      1  search {"q":2}',
        '      2  search {"q":3}',
        '      3  search {"q":4}',
        '  ┌   4  read {"path":"a.ts"}',
        '  └   5  edit {"path":"a.ts"}',
        '  ┌   6  read {"path":"a.ts"}',
        '  └   7  edit {"path":"a.ts"}',
        '  ┌   8  read {"path":"a.ts"}',
        '  └   9  edit {"path":"a.ts"}',
        "        ... 4 later calls",
      ].join("\n"),
    );
    expect(messageOf(() => expect(stuck).toBeLoopFree())).toMatch(
      /no_news: search, 3 times\n\n {2}● {3}0 {2}search \{"q":"x"\}/,
    );
  });

  it("goes by the times of the calls, where they have some", () => {
    const every = (ms: number) => stuck.map((call, i) => ({ ...call, at: 1_700_000_000_000 + i * ms }));
    expect(every(30_000)).toBeLoopFree();
    expect(every(100)).not.toBeLoopFree();
  });

  it("says so when there is no loop to be found", () => {
    expect(messageOf(() => expect(healthy).not.toBeLoopFree())).toBe("Expected a loop in 4 calls, found none.");
    expect(messageOf(() => expect(5).toBeLoopFree())).toBe("Expected a list of tool calls, steps or messages");
  });
});

describe("toLoop", () => {
  it("looks for a loop like the one described", () => {
    expect(stuck).toLoop();
    expect(stuck).toLoop({ detector: "no_progress", toolName: "search", repeats: 4 });
    expect(stuck).not.toLoop({ detector: "no_progress", toolName: "search", repeats: 5 });
    expect(stuck).not.toLoop({ toolName: "read" });
    expect(alternating).toLoop({ detector: "ping_pong", toolName: "read" }, { detectors: [pingPong()] });
    for (const detector of ["cycle", "ping_pong", "no_news", "no_progress", "duplicate"])
      expect(alternating).toLoop({ detector, toolName: "read" });
    for (const detector of ["count", "repeat", "similar_query", "limit"]) expect(alternating).not.toLoop({ detector });
    expect(healthy).not.toLoop();
  });

  it("says what it found instead", () => {
    expect(messageOf(() => expect(healthy).toLoop())).toBe("Expected a loop in 4 calls, found none");
    expect(messageOf(() => expect(stuck).toLoop({ detector: "cycle", toolName: "read", repeats: 9 }))).toMatch(
      /^Expected a loop of detector "cycle" of tool "read" with at least 9 repetitions in 4 calls, found only cycle: search, 4 times/,
    );
    expect(messageOf(() => expect(stuck).toLoop({ toolName: "read" }))).toMatch(
      /^Expected a loop of tool "read" in 4 calls, found only no_news: search/,
    );
    expect(messageOf(() => expect(stuck).not.toLoop({ toolName: "search" }))).toMatch(
      /^Expected no loop of tool "search", found no_news/,
    );
  });

  it("reads messages of providers", () => {
    const messages = stuck.flatMap(({ name, arguments: args, result }, i) => [
      { role: "assistant", tool_calls: [{ id: `c${i}`, function: { name, arguments: JSON.stringify(args) } }] },
      { role: "tool", tool_call_id: `c${i}`, content: result },
    ]);
    expect(messages).toLoop({ detector: "no_progress" });
    const parted = messages.flatMap((message, i) =>
      i === 4 ? [{ role: "user", content: "try again" }, message] : [message],
    );
    const options = { detectors: [noProgress()] };
    expect(messages).not.toBeLoopFree(options);
    expect(parted).toBeLoopFree(options);
  });

  it("takes siblings of one round for one observation", () => {
    const round = stuck.map((call) => ({ ...call, round: 1 }));
    expect(round).toBeLoopFree();
  });
});

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

  it("records calls with their rounds and what came back", async () => {
    const executor = new ToolExecutor(tools);
    const recording = recordToolCalls(executor);
    await executor.executeAll([call("1", { q: 1 }), call("2", { fail: true })], new RunContext({ sessionId: "s" }));
    await executor.executeAll([call("3", { q: 3 })], new RunContext({ sessionId: "s" }));
    recording.stop();
    await executor.executeAll([call("4", { q: 4 })], new RunContext({ sessionId: "s" }));
    expect(recording.calls).toEqual([
      { id: "1", name: "search", arguments: { q: 1 }, round: 0, result: "found 1" },
      { id: "2", name: "search", arguments: { fail: true }, round: 0, error: "boom" },
      { id: "3", name: "search", arguments: { q: 3 }, round: 1, result: "found 3" },
    ]);
    expect(recording.calls).toBeLoopFree();
  });

  it("records what ran before a loop stopped it, too", async () => {
    const executor = new ToolExecutor(tools, { loopDetection: { maxRepeats: 2, action: "abort" } });
    const recording = recordToolCalls(executor);
    const ctx = new RunContext({ sessionId: "s" });
    for (const id of ["1", "2"]) await executor.executeAll([call(id, { q: "x" })], ctx);
    await expect(executor.executeAll([call("3", { q: "y" }), call("4", { q: "x" })], ctx)).rejects.toThrow(
      /called 3 times/,
    );
    expect(recording.calls.map(({ result }) => result)).toEqual(["found x", "found x", "found y", undefined]);
    expect(recording.calls).toLoop({ detector: "count", repeats: 3 }, { maxRepeats: 2 });
  });

  it("leaves out what a refusal says", async () => {
    const executor = new ToolExecutor(tools, { loopDetection: { maxRepeats: 1, action: "hint" } });
    const recording = recordToolCalls(executor);
    const ctx = new RunContext({ sessionId: "s" });
    for (const id of ["1", "2"]) await executor.executeAll([call(id, { q: "x" })], ctx);
    expect(recording.calls[1]).toEqual({ id: "2", name: "search", arguments: { q: "x" }, round: 1 });
  });
});
