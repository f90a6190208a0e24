/** Detectors of the user's own: what they are shown, and how what they find is treated. */
import { describe, expect, it } from "vitest";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import { custom, repeat } from "../../lib/rules/factories.ts";
import { ALLOW } from "../../lib/rules/verdict.ts";
import { found, make, run } from "./one-detector.ts";

describe("custom", () => {
  it("is shown the last 64 completed calls with their outcomes", () => {
    const shown: [number, unknown, unknown][] = [];
    using guard = make(
      custom("watch", ({ calls, outcomes }) => {
        shown.push([calls.length, calls.at(-1)?.arguments, outcomes.at(-1)?.result]);
        return null;
      }),
    );
    for (let i = 0; i < 70; i++) run(guard, "a", { i }, { result: i });
    expect(shown[2]).toEqual([3, { i: 2 }, 2]);
    expect(shown[69]).toEqual([64, { i: 69 }, 69]);
  });

  it("fires, is armed and struck like the others, and fills in what was left out", () => {
    using guard = make(
      custom("edits", ({ calls }) =>
        calls.filter(({ name }) => name === "edit").length >= 2 ? { message: "Two edits." } : null,
      ),
      { ladder: { warn: 1, hint: 2 } },
    );
    run(guard, "edit", { i: 1 });
    expect(run(guard, "edit", { i: 2 })).toMatchObject({
      action: "warn",
      detection: {
        detector: "edits",
        toolName: "edit",
        repeats: 1,
        cycleLength: 1,
        pattern: ["edit"],
        evidence: "weak",
        strikes: 1,
        message: "Two edits.",
      },
    });
    expect(run(guard, "edit", { i: 3 })).toMatchObject({
      action: "hint",
      detection: { detector: "edits", strikes: 2, message: "Two edits." },
    });
    expect(run(guard, "read")).toMatchObject({ detection: { detector: "edits" } });
  });

  it("that throws is reported and passed over", () => {
    using guard = new LoopGuard({
      detectors: [
        custom("broken", () => {
          throw new Error("no");
        }),
        repeat({ threshold: 2 }),
      ],
      action: "hint",
    });
    run(guard, "a");
    expect(found(run(guard, "a"))).toBe("repeat");
  });

  it("takes its place in the order", () => {
    const mine = custom("mine", ({ calls }) => (calls.length >= 2 ? { message: "m" } : null));
    using first = new LoopGuard({ detectors: [mine, repeat({ threshold: 2 })], action: "hint" });
    using last = new LoopGuard({ detectors: [repeat({ threshold: 2 }), mine], action: "hint" });
    for (const guard of [first, last]) run(guard, "a");
    expect([found(run(first, "a")), found(run(last, "a"))]).toEqual(["mine", "repeat"]);
  });

  it("forgets at a turn", () => {
    using guard = make(custom("mine", ({ calls }) => (calls.length >= 2 ? { message: "m" } : null)));
    run(guard, "a");
    guard.beginTurn();
    expect(run(guard, "b")).toBe(ALLOW);
  });
});
