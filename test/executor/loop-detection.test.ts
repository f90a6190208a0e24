import { afterEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { ToolExecutor } from "../../lib/executor/tool-executor.ts";
import type { ToolCall, ToolDef } from "../../lib/executor/tool-types.ts";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import { count, custom, unknownTool } from "../../lib/rules/factories.ts";
import type { LoopGuardOptions } from "../../lib/rules/options.ts";
import { ToolLoopError } from "../../lib/rules/tool-loop-error.ts";
import { closeGuards, executorWith, scripted, verdict } from "./guards.ts";
import { makeCall, makeTool, recorded } from "./helpers.ts";

afterEach(closeGuards);

const tool = makeTool("t", async () => "fine");

describe("what the guard receives", () => {
  test("the call as given, and the full result, before toModelOutput and artifacts", async () => {
    const big = { content: "x".repeat(100) };
    const { executor, run } = scripted({}, [makeTool("t", async () => big, { toModelOutput: () => "y".repeat(50) })], {
      artifacts: { maxToolOutputBytes: 10, previewChars: 1 },
    });
    const call = makeCall("t");
    await executor.executeAll([call], recorded().ctx);
    expect(run.before).toHaveBeenCalledExactlyOnceWith(call);
    expect(run.after).toHaveBeenCalledExactlyOnceWith(call, { result: big });
  });

  test("one round for each executeAll, and verdicts in the order of the calls", async () => {
    const { executor, run } = scripted({}, [tool], { concurrency: 2 });
    const calls = [1, 2, 3].map((n) => makeCall("t", { n }));
    await executor.executeAll(calls, recorded().ctx);
    expect(run.beginRound).toHaveBeenCalledTimes(1);
    expect(run.before.mock.calls.map(([call]) => call)).toEqual(calls);
    expect(run.beginRound.mock.invocationCallOrder[0]).toBeLessThan(run.before.mock.invocationCallOrder[0] as number);
  });

  test("a cached result counts like any other, in full", async () => {
    const { executor, run } = scripted({}, [{ ...tool, cache: { ttl: 60_000 }, toModelOutput: async () => "short" }]);
    const { ctx } = recorded();
    await executor.executeAll([makeCall("t")], ctx);
    await executor.executeAll([makeCall("t")], ctx);
    expect(run.after.mock.calls.map(([, outcome]) => outcome)).toEqual([{ result: "fine" }, { result: "fine" }]);
  });

  const boom = new Error("kaboom");
  test.each<[string, Partial<ToolDef>, Record<string, unknown>, unknown]>([
    ["thrown", { execute: () => Promise.reject(boom) }, {}, boom],
    ["invalid arguments", { parameters: z.object({ q: z.string("text!") }) }, {}, "Invalid arguments: q: text!"],
    ["denied", {}, { approval: { policy: "all", onApproval: async () => ({ approved: false, reason: "no" }) } }, "no"],
    ["onToolCall", {}, { onToolCall: () => Promise.reject(boom) }, boom],
  ])("an error: %s", async (_, more, config, error) => {
    const { executor, run } = scripted({}, [{ ...tool, ...more }], config);
    await executor.executeAll([makeCall("t")], recorded().ctx);
    expect(run.after).toHaveBeenCalledExactlyOnceWith(expect.anything(), { error });
  });
});

describe("calls that cannot reach a tool", () => {
  const bad: ToolCall = { id: "1", name: "t", arguments: '{"q":' as never };

  test("an unknown tool and invalid JSON are reported to the guard", async () => {
    const { executor, run } = scripted({}, [tool]);
    const unknown = makeCall("nope");
    const results = await executor.executeAll([unknown, bad], recorded().ctx);
    expect(run.invalid.mock.calls).toEqual([
      [unknown, 'Tool "nope" not found'],
      [bad, results[1]?.error],
    ]);
    expect(run.before).not.toHaveBeenCalled();
  });

  test.each([
    ["allow", 'Error: Tool "nope" not found', 'Tool "nope" not found', []],
    ["warn", 'Error: Tool "nope" not found\n\nstop: warn', 'Tool "nope" not found', []],
    ["hint", "stop: hint", "loop-detected", ["stop: hint"]],
    ["ask", "stop: ask", "loop-detected", ["stop: ask"]],
  ] as const)("verdict %s", async (action, result, error, texts) => {
    const { executor } = scripted({ invalid: verdict(action) }, [tool]);
    const { ctx, resultTexts } = recorded();
    expect(await executor.executeAll([makeCall("nope")], ctx)).toMatchObject([{ result, error }]);
    expect(resultTexts()).toEqual(texts);
  });

  test("verdict abort", async () => {
    const { executor } = scripted({ invalid: verdict("abort") }, [tool]);
    await expect(executor.executeAll([makeCall("nope")], recorded().ctx)).rejects.toThrow(ToolLoopError);
  });

  test("unknownTool with a real guard", async () => {
    const executor = executorWith([tool], {
      loopDetection: { detectors: [unknownTool({ threshold: 2 })], action: "hint" },
    });
    const { ctx } = recorded();
    const errors: unknown[] = [];
    for (let i = 0; i < 3; i++) errors.push((await executor.executeAll([makeCall("nope", { i })], ctx))[0]?.error);
    expect(errors).toContain("loop-detected");
  });

  test("the shorthand does not count unknown tools, but does count invalid JSON", async () => {
    const executor = executorWith([tool], { loopDetection: { maxRepeats: 1, action: "hint" } });
    const { ctx } = recorded();
    const again = () => executor.executeAll([makeCall("nope"), { ...bad, id: crypto.randomUUID() }], ctx);
    await again();
    const [unknown, unreadable] = await again();
    expect(unknown?.error).toBe('Tool "nope" not found');
    expect(unreadable?.error).toBe("loop-detected");
  });
});

describe("which guard", () => {
  const errorsOf = async (executor: ToolExecutor, times: number, name = "t", runId = "run-1") => {
    const errors: (string | undefined)[] = [];
    for (let i = 0; i < times; i++)
      errors.push((await executor.executeAll([makeCall(name)], recorded({ runId }).ctx))[0]?.error);
    return errors;
  };
  const loop = "loop-detected";

  test("true: the recommended preset", () => {
    expect(executorWith([tool], { loopDetection: true }).loopGuard).toBeInstanceOf(LoopGuard);
  });

  test.each([undefined, null])("without an action (%s) the action is always hint, in each run", async (action) => {
    const loopDetection = { maxRepeats: 2, action } as unknown as { maxRepeats: number };
    const executor = executorWith([tool], { loopDetection });
    const errors = await errorsOf(executor, 40);
    expect(errors).toEqual([undefined, undefined, ...new Array(38).fill(loop)]);
    expect(await errorsOf(executor, 1, "t", "somebody else")).toEqual([undefined]);
  });

  test.each<[string, LoopGuardOptions]>([
    ["abort", { maxRepeats: Infinity, action: "abort" }],
    ["no action", { maxRepeats: Infinity }],
    ["a detector", { detectors: [count({ maxRepeats: Infinity, canonical: true })], action: "abort" }],
  ])("maxRepeats: Infinity means never, with %s", async (_, loopDetection) => {
    const executor = executorWith([tool], { loopDetection });
    expect(await errorsOf(executor, 300)).toEqual(new Array(300).fill(undefined));
  });

  test("a given guard is used as it is", async () => {
    const guard = new LoopGuard({ maxRepeats: 1, action: "hint" });
    const executor = executorWith([tool], { loopDetection: guard });
    expect(executor.loopGuard).toBe(guard);
    expect(await errorsOf(executor, 2)).toEqual([undefined, loop]);
    expect(guard.stats().refused).toBe(1);
  });

  test("invalid options throw at construction", () => {
    const wrong = () => new ToolExecutor([tool], { loopDetection: { maxRepeats: -1, action: "hint" } });
    expect(wrong).toThrow(expect.objectContaining({ code: "ERR_LOOPGUARD_OPTION" }));
    const policy = { maxRepeat: 3 } as never;
    expect(() => new ToolExecutor([{ ...tool, loopDetection: policy }], { loopDetection: true })).toThrow(
      expect.objectContaining({ code: "ERR_LOOPGUARD_OPTION" }),
    );
  });

  test("a tool's own policy applies, also to a guard that already existed", async () => {
    const tools = [
      makeTool("exempt", async () => "", { loopDetection: false }),
      makeTool("patient", async () => "", { loopDetection: { maxRepeats: 3 } }),
      makeTool("t", async () => ""),
      makeTool("__proto__", async () => "", { loopDetection: false }),
    ];
    for (const loopDetection of [
      { maxRepeats: 1, action: "hint" as const },
      new LoopGuard({ maxRepeats: 1, action: "hint" }),
    ]) {
      const executor = executorWith(tools, { loopDetection });
      expect(await errorsOf(executor, 4, "exempt")).toEqual([undefined, undefined, undefined, undefined]);
      expect(await errorsOf(executor, 4, "patient")).toEqual([undefined, undefined, undefined, loop]);
      expect(await errorsOf(executor, 2, "t")).toEqual([undefined, loop]);
      expect(await errorsOf(executor, 2, "__proto__")).toEqual([undefined, undefined]);
    }
  });

  test("the guard's own policies win over the tools'", async () => {
    const executor = executorWith([{ ...tool, loopDetection: false }], {
      loopDetection: { maxRepeats: 1, action: "hint", tools: { t: { maxRepeats: 2 } } },
    });
    expect(await errorsOf(executor, 3)).toEqual([undefined, undefined, loop]);
  });

  test("under the shorthand runs share their counts; scope run keeps them apart", async () => {
    const together = executorWith([tool], { loopDetection: { maxRepeats: 1, action: "hint" } });
    expect(await errorsOf(together, 1, "t", "a")).toEqual([undefined]);
    expect(await errorsOf(together, 1, "t", "b")).toEqual([loop]);
    const apart = executorWith([tool], { loopDetection: { maxRepeats: 1, action: "hint", scope: "run" } });
    expect(await errorsOf(apart, 2, "t", "a")).toEqual([undefined, loop]);
    expect(await errorsOf(apart, 2, "t", "b")).toEqual([undefined, loop]);
  });

  test("shadow reports and does not act", async () => {
    const executor = executorWith([tool], { loopDetection: { maxRepeats: 1, action: "abort", shadow: true } });
    const { ctx, events } = recorded();
    await executor.executeAll([makeCall("t")], ctx);
    const [result] = await executor.executeAll([makeCall("t")], ctx);
    expect(result).toMatchObject({ result: "fine" });
    expect(events.filter(([name]) => name === "loop.detected")).toMatchObject([
      ["loop.detected", { detection: { repeats: 2 } }],
    ]);
  });

  test("a retryable call is not counted", async () => {
    const executor = executorWith([tool], { loopDetection: { maxRepeats: 1, action: "hint" } });
    for (let i = 0; i < 3; i++) {
      const [result] = await executor.executeAll([{ ...makeCall("t"), retryable: true }], recorded().ctx);
      expect(result?.error).toBeUndefined();
    }
  });

  test("detectors see the results", async () => {
    const seen: unknown[] = [];
    const watch = custom("watch", ({ outcomes }) => {
      seen.push(outcomes.at(-1));
      return null;
    });
    const executor = executorWith([tool], { loopDetection: { detectors: [watch], action: "hint" } });
    await executor.executeAll([makeCall("t")], recorded().ctx);
    expect(seen).toEqual([{ result: "fine" }]);
  });

  test("a closed guard rejects with ERR_LOOPGUARD_CLOSED", async () => {
    const executor = executorWith([tool], { loopDetection: true });
    executor.loopGuard?.close();
    await expect(executor.executeAll([makeCall("t")], recorded().ctx)).rejects.toMatchObject({
      code: "ERR_LOOPGUARD_CLOSED",
    });
  });
});
