/** What a guard tells: statistics, shadow, onDetection, the diagnostics channel, events, errors. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { describe, expect, it } from "vitest";
import type { LoopDetection, Verdict } from "../../lib/base/types.ts";
import { ToolExecutor } from "../../lib/executor/tool-executor.ts";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import type { DetectionMessage } from "../../lib/rules/diagnostics.ts";
import {
  count,
  cycle,
  duplicate,
  limit,
  noProgress,
  pingPong,
  repeat,
  stall,
  unknownTool,
} from "../../lib/rules/factories.ts";
import { findToolLoopError, ToolLoopError } from "../../lib/rules/tool-loop-error.ts";
import { memoryStore } from "../../lib/store/memory-store.ts";
import { makeCall, makeTool, recorded } from "../executor/helpers.ts";
import { guardOf, round, step, steps, times } from "./drive.ts";

describe("stats()", () => {
  it("counts calls, refusals, warnings before and after a call, and loops by detector and tool", () => {
    using guard = guardOf([
      noProgress({ threshold: 2, ladder: { warn: 1, hint: 3 } }),
      limit({ limits: { x: 1 }, default: 99 }),
    ]);
    steps(guard, "a a a a"); // warned after the second and before the third, refused the fourth
    steps(guard, "x b b");
    step(guard, "x", { i: 1 });
    expect(guard.stats()).toMatchObject({
      calls: 8,
      refused: 2,
      warned: 3,
      loops: { total: 3, byDetector: { no_progress: 2, limit: 1 }, byTool: { a: 1, b: 1, x: 1 } },
    });
  });

  it("takes siblings at the first strike for one loop, and a call warned twice for one call", () => {
    using guard = guardOf(stall({ threshold: 2 }), { action: "warn" });
    step(guard, "a");
    step(guard, "a");
    round(
      guard,
      times(3, (i) => ({ id: `${i}`, name: "a", arguments: { i } })),
    );
    expect(guard.stats()).toMatchObject({ calls: 5, warned: 1, loops: { total: 1 } });
    using twice = guardOf([count({ maxRepeats: 1 }), repeat({ threshold: 2 })], { action: "warn" });
    steps(twice, "a a");
    expect(twice.stats()).toMatchObject({ calls: 2, warned: 1, loops: { total: 2 } });
    using unknown = guardOf(unknownTool({ threshold: 1 }));
    unknown.beginRound();
    times(3, (i) => unknown.invalid({ id: `${i}`, name: "nope" }, "x"));
    expect(unknown.stats().loops).toEqual({ total: 1, byDetector: { unknown_tool: 1 }, byTool: { nope: 1 } });
  });

  it("count a call that nobody asked about beside 128 open ones, and these once", () => {
    using guard = guardOf(count({ maxRepeats: 99 }));
    const open = times(128, (i) => ({ name: "a", arguments: { i } }));
    for (const call of open) guard.before(call);
    guard.after({ id: "unasked", name: "b", arguments: {} }, { result: "b" });
    for (const call of open) guard.after(call, { result: "a" });
    expect(guard.stats().calls).toBe(129);
  });

  it("of the guard are those of all its runs, and each run has its own", () => {
    using guard = guardOf(count({ maxRepeats: 1 }));
    const [one, two] = [guard.run("1"), guard.run("2")];
    steps(one, "a a a");
    steps(two, "a");
    expect(one.stats()).toMatchObject({ calls: 3, refused: 2, loops: { total: 1 }, runs: 1 });
    expect(two.stats()).toMatchObject({ calls: 1, refused: 0 });
    expect(guard.stats()).toMatchObject({ calls: 4, refused: 2, loops: { total: 1 }, runs: 3 });
  });
});

describe("shadow", () => {
  it("tells every host what it would have done, and does nothing", () => {
    const told: [string, string][] = [];
    using guard = guardOf([count({ maxRepeats: 1 }), duplicate(), cycle({ repeats: 2 })], {
      action: "abort",
      shadow: true,
      onDetection: (detection, verdict) => told.push([detection.detector, verdict.action]),
    });
    const verdicts = times(4, () => step(guard, "a"));
    expect(new Set(verdicts.map(({ action, message }) => `${action}${message}`))).toEqual(new Set(["allow"]));
    expect(verdicts.map(({ detection }) => detection !== null)).toEqual([false, true, true, true]);
    expect(told.every(([, action]) => action === "abort")).toBe(true);
    expect(new Set(told.map(([detector]) => detector))).toEqual(new Set(["count", "cycle"]));
    expect(guard.tripped).toBeNull();
  });

  it("in an executor: every tool runs, and the loop is told on the bus", async () => {
    const executor = new ToolExecutor([makeTool("t", async () => "fine")], {
      loopDetection: { maxRepeats: 1, action: "abort", shadow: true },
    });
    const { ctx, events } = recorded();
    const results: unknown[] = [];
    for (let i = 0; i < 3; i++)
      results.push(...(await executor.executeAll([makeCall("t")], ctx)).map(({ result }) => result));
    expect(results).toEqual(["fine", "fine", "fine"]);
    expect(events.filter(([name]) => name === "loop.detected")).toHaveLength(2);
    executor.loopGuard?.close();
  });
});

describe("onDetection, `loopguard:detection` and `loop.detected`", () => {
  it("say the same thing of the same loop", async () => {
    const heard: DetectionMessage[] = [];
    const told: [LoopDetection, Verdict][] = [];
    const listen = (message: unknown) => void heard.push(message as DetectionMessage);
    subscribe("loopguard:detection", listen);
    const executor = new ToolExecutor([makeTool("t", async () => "fine")], {
      loopDetection: {
        detectors: [noProgress({ threshold: 2 })],
        ladder: { warn: 1, hint: 2, abort: 3 },
        scope: "run",
        onDetection: (detection, verdict) => told.push([detection, verdict]),
      },
    });
    const { ctx, events } = recorded({ runId: "run-7" });
    const outcomes: unknown[] = [];
    for (let i = 0; i < 4; i++)
      outcomes.push(
        await executor.executeAll([makeCall("t", { secret: "hunter2" })], ctx).catch((error: unknown) => error),
      );
    unsubscribe("loopguard:detection", listen);
    expect(told.map(([{ strikes }, { action }]) => [strikes, action])).toEqual([
      [1, "warn"],
      [2, "hint"],
      [3, "abort"],
    ]);
    const [first, ...later] = told.map(([detection, verdict]) => ({ detection, verdict, runId: "run-7" }));
    expect(heard).toEqual([{ ...first, ran: true }, ...later]);
    const detected = events.filter(([name]) => name === "loop.detected").map(([, payload]) => payload);
    expect(detected).toEqual(told.map(([detection, verdict]) => ({ runId: "run-7", detection, verdict })));
    expect(told[0]?.[0]).toMatchObject({ runId: "run-7", callId: expect.stringContaining("call_") });
    expect(JSON.stringify([heard, detected])).not.toContain("hunter2");

    const error = findToolLoopError(new Error("agent failed", { cause: outcomes[3] })) as ToolLoopError;
    expect(error).toMatchObject({
      name: "ToolLoopError",
      code: "ERR_TOOL_LOOP",
      reason: "loop",
      toolName: "t",
      repeats: 2, // that ran
      results: [],
    });
    expect(error.detection).toBe(told[2]?.[0]);
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({ detection: { detector: "no_progress", strikes: 3 } });
    executor.loopGuard?.close();
  });

  it("the pattern names the tools, with digests where arguments matter; never the arguments", () => {
    using guard = guardOf([pingPong({ repetitions: 2 }), cycle({ repeats: 2 })]);
    const seen = times(4, (i) => step(guard, "ab"[i % 2] as string, { token: "hunter2" })).at(-1)?.detection;
    expect(seen).toMatchObject({
      detector: "ping_pong",
      pattern: ["a", "b"],
      fingerprint: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    using second = guardOf(cycle({ repeats: 2 }));
    const cycled = times(4, (i) => step(second, "ab"[i % 2] as string, { token: "hunter2" })).at(-1)?.detection;
    expect(cycled?.pattern).toEqual([
      expect.stringMatching(/^a#[0-9a-f]{8}$/),
      expect.stringMatching(/^b#[0-9a-f]{8}$/),
    ]);
    expect(JSON.stringify([seen, cycled])).not.toContain("hunter2");
  });
});

it("a name that is gone, since so many others were called after it, is no empty one", () => {
  using guard = guardOf([cycle({ repeats: 2 })]);
  const found: LoopDetection[] = [];
  for (const [at, name] of ["a", "b", "a", "b"].entries()) {
    guard.beginRound();
    const call = { id: `${at}`, name, arguments: {} };
    for (let i = 0; at > 0 && i < 200; i++) guard.before({ id: `${at}.${i}`, name: `${at}.${i}` });
    guard.before(call);
    const { detection } = guard.after(call, { result: "x" });
    if (detection !== null) found.push(detection);
  }
  expect(found).toMatchObject([
    {
      detector: "cycle",
      message: "The same 2 calls ('another tool', 'b') were repeated 2 times in the same order.",
      details: { cycle: ["another tool", "b"] },
      pattern: [expect.stringMatching(/^another tool#/), expect.stringMatching(/^b#/)],
    },
  ]);
});

it("a cycle that is longer than what a report names is told with all its calls", () => {
  using guard = guardOf([cycle({ windowSize: 2000, maxCycleLen: 256, repeats: 2 })]);
  const found = times(400, (i) => step(guard, `t${i % 200}`).detection).filter((detection) => detection !== null);
  expect(found).toMatchObject([
    { cycleLength: 200, message: expect.stringMatching(/^The same 200 calls \(…, 't136', /) },
  ]);
  expect(found[0]?.pattern).toHaveLength(64);
});

describe("ToolLoopError", () => {
  it("carries what siblings of the same `executeAll` had returned, in the order of the calls", async () => {
    const executor = new ToolExecutor([makeTool("a", async () => "A"), makeTool("b", async () => "B")], {
      concurrency: 1,
      loopDetection: { detectors: [duplicate()], action: "abort" },
    });
    const calls = [makeCall("b"), makeCall("a"), makeCall("b"), makeCall("a", { never: 1 })];
    const thrown = await executor.executeAll(calls, recorded().ctx).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(ToolLoopError);
    expect((thrown as ToolLoopError<{ result: unknown }>).results.map(({ result }) => result)).toEqual(["B", "A"]);
    expect((thrown as Error).message).toBe(
      "Tool 'b' was already executed with identical parameters - aborting to prevent a loop",
    );
    executor.loopGuard?.close();
  });
});

describe("texts", () => {
  const ladder = { warn: 1, hint: 2, abort: 4 };

  it("the last refusal says that it is the last, and only that one", () => {
    using guard = guardOf(noProgress({ threshold: 2 }), { ladder });
    const last = times(6, () => step(guard, "a").message.includes("the next such call ends the run"));
    expect(last).toEqual([false, false, false, true, false, false]);
  });

  it("a ladder that never ends, and a function that decides, promise no end", () => {
    for (const options of [{ action: "hint" as const }, { action: () => "hint" as const }]) {
      using guard = guardOf(noProgress({ threshold: 2 }), options);
      expect(times(6, () => step(guard, "a").message).join()).not.toContain("last refusal");
    }
  });

  it("what is said after a call ran does not say that it did not", () => {
    using guard = guardOf(noProgress({ threshold: 2 }));
    step(guard, "a");
    const after = step(guard, "a");
    expect(after.action).toBe("hint");
    expect(after.message).not.toContain("was not run");
    expect(step(guard, "a").message).toContain("was not run");
  });

  it("own hints and refusals are never evidence: a run of them is one completed call", () => {
    using guard = new LoopGuard({ detectors: [count({ maxRepeats: 1 }), stall({ threshold: 2 })], action: "hint" });
    const seen = times(5, (i) => {
      guard.beginRound();
      const call = { id: `${i}`, name: "a", arguments: {} };
      const verdict = guard.before(call);
      const told = guard.after(call, verdict.action === "allow" ? { result: "r" } : { result: verdict.message });
      return [verdict.detection?.detector, told.detection?.detector];
    });
    expect(seen).toEqual([[undefined, undefined], ...times(4, () => ["count", undefined])]);
    expect(step(guard, "a", { i: 1 }).detection).toMatchObject({ detector: "stall", repeats: 2 });
  });
});

it("a run in a line of a log is its key, its depth, and what stopped it", async () => {
  const guard = new LoopGuard();
  const told = { depth: 0, tripped: null };
  expect(JSON.stringify(guard.run("session-7"))).toBe(JSON.stringify({ runId: "session-7", ...told }));
  expect(JSON.stringify(guard.storedRun("stored", memoryStore()))).toBe(JSON.stringify({ runId: "stored", ...told }));
  guard.close();
});
