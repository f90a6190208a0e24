/** What a verdict means for the call: actions of the user's own, asking, replaying, shadow mode. */
import { describe, expect, it, vi } from "vitest";
import type { LoopCall, VerdictAction } from "../../lib/base/types.ts";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import { count, duplicate, limit, noProgress, repeat } from "../../lib/rules/factories.ts";
import type { LoopGuardOptions } from "../../lib/rules/options.ts";
import { ALLOW } from "../../lib/rules/verdict.ts";
import { actions, step } from "./steps.ts";

describe("action as a function", () => {
  it("has the last word, and the core hears of it", () => {
    const asked: number[] = [];
    using guard = new LoopGuard({
      detectors: [limit({ default: 1 })],
      action: ({ strikes }) => {
        asked.push(strikes);
        return strikes === 1 ? "allow" : strikes === 2 ? "warn" : strikes === 3 ? "ask" : "abort";
      },
    });
    expect(actions(guard, 5)).toEqual(["allow", "allow", "warn", "ask", "abort"]);
    expect(asked).toEqual([1, 2, 3, 4]);
    expect(guard.stats()).toMatchObject({ calls: 5, refused: 2, warned: 1 });
  });

  it("that throws, or says nothing of use, lets the call pass", () => {
    for (const action of [() => "stop", () => undefined, () => ({}), vi.fn().mockRejectedValue("x")] as never[]) {
      using guard = new LoopGuard({ maxRepeats: 1, action });
      expect(actions(guard, 3)).toEqual(["allow", "allow", "allow"]);
    }
    using guard = new LoopGuard({
      maxRepeats: 1,
      action: () => {
        throw new Error("no");
      },
    });
    expect(actions(guard, 3)).toEqual(["allow", "allow", "allow"]);
  });

  it("may belong to a detector or a tool", () => {
    using guard = new LoopGuard({
      detectors: [count({ maxRepeats: 1, action: () => "warn" })],
      action: "abort",
      tools: { search: { action: "hint" } },
    });
    expect(actions(guard, 2)).toEqual(["allow", "hint"]);
    expect([step(guard, "x", {}), step(guard, "x", {})].map(([, after]) => after?.action)).toEqual(["allow", "warn"]);
  });
});

describe("allowed", () => {
  const RUNS = { allow: true, warn: true, hint: false, ask: false, abort: false };
  it.each(Object.entries(RUNS))("a call with %s runs: %s", (action, allowed) => {
    using guard = new LoopGuard({ maxRepeats: 1, action: () => action as VerdictAction });
    step(guard, "search", {});
    // A warning is given with the result.
    const verdict = step(guard, "search", {})[action === "warn" ? 1 : 0];
    expect(verdict).toMatchObject({ action, allowed, detection: { repeats: 2 } });
  });

  it("says of the pattern that a call has completed whether the agent may go on", () => {
    using guard = new LoopGuard({ detectors: [noProgress({ threshold: 2 })], ladder: { hint: 1, abort: 2 } });
    step(guard, "search", {});
    expect(step(guard, "search", {})[1]).toMatchObject({ action: "hint", allowed: false });
    expect(step(guard, "search", {})[0]).toMatchObject({ action: "abort", allowed: false });
  });

  it("is true of all calls in shadow mode", () => {
    using guard = new LoopGuard({ maxRepeats: 1, action: "abort", shadow: true });
    step(guard, "search", {});
    expect(step(guard, "search", {})[0]).toMatchObject({ action: "allow", allowed: true, detection: { repeats: 2 } });
  });
});

describe("ask", () => {
  it("is a refusal, until the host says that the call ran", () => {
    using guard = new LoopGuard({ detectors: [repeat({ threshold: 2 })], ladder: { warn: 1, ask: 2 } });
    const call = (i: number): LoopCall => ({ id: `c${i}`, name: "a", arguments: {} });
    for (const i of [1, 2]) {
      guard.beginRound();
      guard.before(call(i));
      guard.after(call(i), { result: "r" });
    }
    guard.beginRound();
    expect(guard.before(call(3)).action).toBe("ask");
    expect(guard.after(call(3), { result: "new" }).action).not.toBe("abort");
    guard.beginRound();
    const { detection } = guard.before(call(4));
    expect(detection).toMatchObject({ repeats: 4, strikes: 2 });
  });
});

describe("replay", () => {
  const make = (options: LoopGuardOptions = {}) =>
    new LoopGuard({ detectors: [duplicate({ replay: true })], ...options });

  it("carries the earlier result instead of refusing", () => {
    using guard = make();
    const result = { rows: [1, 2] };
    expect(step(guard, "query", { a: 1, b: 2 }, { result })).toEqual([ALLOW, ALLOW]);
    const [verdict] = step(guard, "query", '{"b":2,"a":1}');
    expect(verdict).toMatchObject({
      action: "hint",
      message: "Tool 'query' was already executed with identical parameters",
    });
    expect("replay" in verdict && verdict.replay).toBe(result);
  });

  it("ends all the same", () => {
    using guard = make();
    expect(actions(guard, 7)).toEqual(["allow", "hint", "hint", "hint", "hint", "abort", "abort"]);
    using asked = make({ action: "hint" });
    expect(actions(asked, 7).at(-1)).toBe("hint");
  });

  it("has nothing to give for a call that failed, is still running, or ran in an earlier turn", () => {
    using guard = make();
    step(guard, "a", {}, { error: "boom" });
    expect(step(guard, "a", {})[0]).not.toHaveProperty("replay");
    guard.beginRound();
    guard.before({ name: "b", arguments: {} });
    expect(step(guard, "b", {})[0]).not.toHaveProperty("replay");
    step(guard, "c", {}, { result: "old" });
    guard.beginTurn();
    expect(step(guard, "c", {})[0]).toBe(ALLOW);
  });

  it("is off unless asked for", () => {
    using guard = new LoopGuard({ detectors: [duplicate()], action: "hint" });
    step(guard, "a", {}, { result: "r" });
    const [verdict] = step(guard, "a", {});
    expect(verdict.action).toBe("hint");
    expect(verdict).not.toHaveProperty("replay");
  });
});

describe("shadow", () => {
  it("detects and reports, and never acts", () => {
    const seen: [string, number][] = [];
    using guard = new LoopGuard({
      detectors: [noProgress()],
      ladder: { warn: 1, hint: 2, abort: 5 },
      shadow: true,
      onDetection: (detection, verdict) => seen.push([verdict.action, detection.strikes]),
    });
    for (let i = 0; i < 8; i++) {
      const [before, after] = step(guard, "search", {});
      expect([before.action, after?.action]).toEqual(["allow", "allow"]);
      expect([before.message, after?.message]).toEqual(["", ""]);
    }
    expect(seen).toEqual([
      ["warn", 1],
      ["hint", 2],
      ["hint", 3],
      ["hint", 4],
      ["abort", 5],
      ["abort", 6],
    ]);
    expect(guard.tripped).toBeNull();
    expect(guard.stats()).toMatchObject({ calls: 8, refused: 0, warned: 0, loops: { total: 1 } });
  });

  it("tells its host what was found", () => {
    using guard = new LoopGuard({ maxRepeats: 1, shadow: true, action: "abort" });
    step(guard, "a", {});
    expect(step(guard, "a", {})[0]).toMatchObject({ action: "allow", detection: { detector: "count", repeats: 2 } });
  });
});
