import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { ErrorMessage } from "../../lib/rules/diagnostics.ts";
import { duplicate } from "../../lib/rules/factories.ts";
import { ToolLoopError } from "../../lib/rules/tool-loop-error.ts";
import { ALLOW } from "../../lib/rules/verdict.ts";
import { closeGuards, detection, executorWith, scripted, verdict } from "./guards.ts";
import { deferred, makeCall, makeTool, recorded } from "./helpers.ts";

afterEach(closeGuards);

const tool = makeTool("t", async () => "fine");

describe("hint", () => {
  test("the call does not run, the model gets the message", async () => {
    const execute = vi.fn(async () => "fine");
    const { executor, run } = scripted({ before: verdict("hint") }, [makeTool("t", execute)]);
    const { ctx, events } = recorded();
    const call = makeCall("t");
    expect(await executor.executeAll([call], ctx)).toEqual([
      { toolCallId: call.id, toolName: "t", result: "stop: hint", error: "loop-detected" },
    ]);
    expect(events).toEqual([
      ["loop.detected", { runId: "run-1", detection, verdict: verdict("hint") }],
      ["tool.result", { runId: "run-1", toolName: "t", result: "stop: hint" }],
    ]);
    expect(execute).not.toHaveBeenCalled();
    expect(run.after).not.toHaveBeenCalled();
  });

  test("a replayed result is a result like any other", async () => {
    const replay = { content: "earlier", artifacts: [{ type: "x", data: 1 }] };
    const shown = makeTool("t", async () => "fine", {
      toModelOutput: (full) => ({ ...(full as typeof replay), content: "E" }),
    });
    const { executor } = scripted({ before: verdict("hint", { replay }) }, [shown]);
    const { ctx, resultTexts } = recorded();
    const [result] = await executor.executeAll([makeCall("t")], ctx);
    expect(result).toMatchObject({ result: { ...replay, content: "E" } });
    expect(result).not.toHaveProperty("error");
    expect(resultTexts()).toEqual(["E"]);
  });

  test("a replayed result for which toModelOutput throws", async () => {
    const toModelOutput = () => {
      throw new Error("cannot");
    };
    const { executor } = scripted({ before: verdict("hint", { replay: "earlier" }) }, [
      makeTool("t", async () => "", { toModelOutput }),
    ]);
    const [result] = await executor.executeAll([makeCall("t")], recorded().ctx);
    expect(result?.result).toBe("Error: cannot");
  });

  test("duplicate({ replay: true }) with a real guard", async () => {
    const execute = vi.fn(async () => "first and only");
    const executor = executorWith([makeTool("t", execute)], {
      loopDetection: { detectors: [duplicate({ replay: true })], action: "hint" },
    });
    const { ctx } = recorded();
    const [first] = await executor.executeAll([makeCall("t", { a: 1 })], ctx);
    const [second] = await executor.executeAll([makeCall("t", { a: 1 })], ctx);
    expect(second).toEqual({ ...first, toolCallId: second?.toolCallId });
    expect(execute).toHaveBeenCalledTimes(1);
  });
});

describe("abort", () => {
  test("throws after its siblings, with their results and those of earlier batches", async () => {
    const slow = deferred<string>();
    const executor = executorWith([makeTool("fast", async () => "fast"), makeTool("slow", () => slow.promise)], {
      concurrency: 2,
      loopDetection: { maxRepeats: 1, action: "abort" },
    });
    const { ctx, events } = recorded();
    const calls = ["fast", "slow", "slow2", "fast", "fast"].map((name, i) =>
      name === "slow2" ? makeCall("slow", { i }) : makeCall(name),
    );
    let thrown: unknown;
    const running = executor.executeAll(calls, ctx).catch((error: unknown) => {
      thrown = error;
    });
    await new Promise((done) => setImmediate(done));
    expect(thrown).toBeUndefined();
    slow.resolve("slow");
    await running;
    expect(thrown).toBeInstanceOf(ToolLoopError);
    expect(thrown).toMatchObject({
      toolName: "fast",
      repeats: 2,
      detection: { detector: "count" },
      results: [
        { toolCallId: calls[0]?.id, result: "fast" },
        { toolCallId: calls[1]?.id, result: "slow" },
        { toolCallId: calls[2]?.id, result: "slow" },
      ],
    });
    expect(events.filter(([name]) => name === "tool.call")).toHaveLength(3);
    expect(events.filter(([name]) => name === "loop.detected")).toHaveLength(1);
  });

  test("after the call: its result is not lost", async () => {
    const { executor } = scripted({ after: verdict("abort") }, [tool]);
    const { ctx, resultTexts } = recorded();
    const call = makeCall("t");
    await expect(executor.executeAll([call], ctx)).rejects.toMatchObject({
      message: "round and round - aborting to prevent a loop",
      results: [{ toolCallId: call.id, toolName: "t", result: "fine" }],
    });
    expect(resultTexts()).toEqual(["fine"]);
  });

  test("a call that fails and is aborted", async () => {
    const { executor } = scripted({ after: verdict("abort") }, [
      makeTool("t", async () => {
        throw new Error("kaboom");
      }),
    ]);
    await expect(executor.executeAll([makeCall("t")], recorded().ctx)).rejects.toMatchObject({
      results: [{ result: "Error: kaboom", error: "kaboom" }],
    });
  });
});

describe("warn", () => {
  test.each(["before", "after"] as const)("%s: the call runs, the message is added to the text", async (when) => {
    const { executor } = scripted({ [when]: verdict("warn") }, [tool]);
    const { ctx, events, resultTexts } = recorded();
    const [result] = await executor.executeAll([makeCall("t")], ctx);
    expect(result).toMatchObject({ result: "fine\n\nstop: warn" });
    expect(result).not.toHaveProperty("error");
    expect(resultTexts()).toEqual(["fine\n\nstop: warn"]);
    expect(events.filter(([name]) => name === "loop.detected")).toHaveLength(1);
  });

  test.each(["hint", "ask"] as const)("%s after the call can only warn", async (action) => {
    const { executor } = scripted({ after: verdict(action) }, [tool]);
    const [result] = await executor.executeAll([makeCall("t")], recorded().ctx);
    expect(result?.result).toBe(`fine\n\nstop: ${action}`);
  });

  test("before and after: one message", async () => {
    const { executor } = scripted({ before: verdict("warn"), after: verdict("hint") }, [tool]);
    const [result] = await executor.executeAll([makeCall("t")], recorded().ctx);
    expect(result?.result).toBe("fine\n\nstop: warn");
  });

  test("a result with other fields", async () => {
    const artifacts = [{ type: "x", data: 1 }];
    const { executor } = scripted({ before: verdict("warn") }, [
      makeTool("t", async () => ({ content: "c", artifacts })),
    ]);
    const [result] = await executor.executeAll([makeCall("t")], recorded().ctx);
    expect(result?.result).toEqual({ content: "c\n\nstop: warn", artifacts });
  });

  test("a failure keeps its error", async () => {
    const execute = () => Promise.reject(new Error("kaboom"));
    const { executor } = scripted({ before: verdict("warn") }, [makeTool("t", execute)]);
    const [result] = await executor.executeAll([makeCall("t")], recorded().ctx);
    expect(result).toMatchObject({ result: "Error: kaboom\n\nstop: warn", error: "kaboom" });
  });

  test("the message is not cached with the result", async () => {
    const { executor, run } = scripted({ after: verdict("warn") }, [{ ...tool, cache: { ttl: 60_000 } }]);
    const { ctx, resultTexts } = recorded();
    await executor.executeAll([makeCall("t")], ctx);
    run.after.mockReturnValue(ALLOW);
    await executor.executeAll([makeCall("t")], ctx);
    expect(resultTexts()).toEqual(["fine\n\nstop: warn", "[cached] fine"]);
  });
});

describe("ask", () => {
  test("without an approval policy, it is a hint", async () => {
    const { executor } = scripted({ before: verdict("ask") }, [tool]);
    const [result] = await executor.executeAll([makeCall("t")], recorded().ctx);
    expect(result).toMatchObject({ result: "stop: ask", error: "loop-detected" });
  });

  test("the human is asked once, and after approval the call runs", async () => {
    const onApproval = vi.fn(async () => ({ approved: true }));
    const config = { approval: { policy: "all", onApproval }, agentName: "a7" };
    const { executor, run } = scripted({ before: verdict("ask") }, [tool], config);
    const [result] = await executor.executeAll([makeCall("t", { q: 1 })], recorded().ctx);
    expect(result?.result).toBe("fine");
    expect(onApproval).toHaveBeenCalledExactlyOnceWith({
      requestId: expect.any(String),
      toolName: "t",
      args: { q: 1 },
      agentName: "a7",
      runId: "run-1",
      detection,
    });
    expect(run.after).toHaveBeenCalledTimes(1);
  });

  test.each([
    ["says no", { onApproval: async () => ({ approved: false }) }, []],
    ["does not answer", { timeout: 1, timeoutAction: "throw" }, ["onApproval of t"]],
    ["cannot be asked", { onApproval: () => Promise.reject(new Error("offline")) }, ["onApproval of t"]],
  ])("a human who %s: a hint, and an error is published if there was no decision", async (_, approval, expected) => {
    const told: string[] = [];
    const hear = (message: unknown) => {
      const { where, toolName } = message as ErrorMessage;
      told.push(`${where} of ${toolName}`);
    };
    subscribe("loopguard:error", hear);
    const { executor } = scripted({ before: verdict("ask") }, [tool], { approval: { policy: [], ...approval } });
    const [result] = await executor.executeAll([makeCall("t")], recorded().ctx);
    unsubscribe("loopguard:error", hear);
    expect(result).toMatchObject({ result: "stop: ask", error: "loop-detected" });
    expect(told).toEqual(expected);
  });

  test("an approved call counts as run with a real guard", async () => {
    const executor = executorWith([tool], {
      loopDetection: { maxRepeats: 1, ladder: { ask: 1 } },
      approval: { policy: [], onApproval: async () => ({ approved: true }) },
    });
    const { ctx } = recorded();
    for (let i = 0; i < 3; i++) {
      const [result] = await executor.executeAll([makeCall("t")], ctx);
      expect(result?.result).toBe("fine");
    }
    expect(executor.loopGuard?.stats()).toMatchObject({ loops: { total: 1 } });
  });
});
