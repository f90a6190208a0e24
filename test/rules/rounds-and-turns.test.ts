/** Rules that all detectors follow: rounds, turns, and what is armed. */
import { describe, expect, it } from "vitest";
import { cycle, errorStreak, noProgress, repeat, stall } from "../../lib/rules/factories.ts";
import { ALLOW } from "../../lib/rules/verdict.ts";
import { found, make, run } from "./one-detector.ts";

describe("rounds", () => {
  it("make one observation of identical siblings", () => {
    for (const detector of [
      repeat({ threshold: 3 }),
      stall({ threshold: 3 }),
      noProgress({ threshold: 3 }),
      cycle(),
      errorStreak(),
    ]) {
      using guard = make(detector);
      guard.beginRound();
      const siblings = Array.from({ length: 6 }, (_, i) => ({ id: `c${i}`, name: "a", arguments: {} }));
      for (const call of siblings) expect(guard.before(call)).toBe(ALLOW);
      const outcome = detector.type === "error_streak" ? { error: "x" } : { result: "r" };
      for (const call of siblings) expect(guard.after(call, outcome)).toBe(ALLOW);
    }
  });

  it("end by themselves for a host that does not announce them", () => {
    using guard = make(repeat({ threshold: 3 }));
    const seen = [1, 2, 3].map(() => {
      const call = { name: "a" };
      guard.before(call);
      return found(guard.after(call, { result: "r" }));
    });
    expect(seen).toEqual([null, null, "repeat"]);
  });
});

describe("turns", () => {
  it("start streaks, windows and strikes afresh", () => {
    for (const detector of [repeat(), stall(), noProgress(), cycle(), errorStreak()]) {
      using guard = make(detector);
      const outcome = detector.type === "error_streak" ? { error: "x" } : { result: "r" };
      const seen = () => [1, 2, 3].map(() => found(run(guard, "a", {}, outcome)));
      expect(seen()[2]).toBe(detector.name);
      guard.beginTurn();
      expect(seen()).toEqual([null, null, detector.name]);
    }
  });
});

describe("armed detections", () => {
  it("hold for the call that goes on with the pattern, and end with one that breaks it", () => {
    using guard = make(repeat({ threshold: 2 }), { ladder: { warn: 1, hint: 2 } });
    run(guard, "a");
    expect(run(guard, "a").action).toBe("warn");
    expect(run(guard, "a")).toMatchObject({ action: "hint", detection: { strikes: 2 } });
    expect(run(guard, "b")).toBe(ALLOW);
    expect(run(guard, "a")).toBe(ALLOW);
    expect(run(guard, "a")).toMatchObject({ action: "hint", detection: { strikes: 3 } }); // the same loop again
  });
});
