/** An agent that wants to end its turn and is sent back, as the hooks of CLI agents report it. */
import { describe, expect, it } from "vitest";
import type { LoopDetection } from "../../lib/base/types.ts";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import { repeat } from "../../lib/rules/factories.ts";
import type { LoopGuardOptions } from "../../lib/rules/options.ts";
import type { GuardRun } from "../../lib/run/loop-run.ts";
import { step, times } from "./drive.ts";

function runOf(options?: LoopGuardOptions): GuardRun {
  return new LoopGuard(options).run() as GuardRun;
}

/** It wants to end its turn `count` times after the first, always with these words. */
const sentBack = (run: GuardRun, count: number, words: string | undefined = "Done.") => [
  run.stopped(false, words).action,
  ...times(count, () => run.stopped(true, words).action),
];

describe("an agent that is sent back", () => {
  it("is found at the third time with the same words, and ended at the fourth", () => {
    const seen: LoopDetection[] = [];
    const run = runOf({ onDetection: (detection) => void seen.push(detection) });
    expect(sentBack(run, 6)).toEqual(["allow", "allow", "allow", "warn", "hint", "hint", "hint"]);
    expect(seen).toHaveLength(4);
    expect(seen[0]).toMatchObject({
      detector: "stop_loop",
      toolName: "Stop",
      repeats: 3,
      strikes: 1,
      evidence: "strong",
      pattern: ["Stop"],
      details: { tool: "Stop", count: 3 },
      message:
        "The agent was sent back 3 times when it wanted to end its turn, and nothing new has happened meanwhile.",
    });
    expect(run.tripped).toBeNull();
    expect(run.stopped(true, "Done.").action).toBe("abort");
    expect(run.tripped?.detector).toBe("stop_loop");
    expect(run.stats().loops.byDetector).toEqual({ stop_loop: 1 });
  });

  it("is found at the sixth time with other words, or with none that are known", () => {
    for (const words of [(i: number) => `Draft ${"x".repeat(i)}`, () => undefined]) {
      const run = runOf();
      run.stopped(false, words(0));
      const actions = times(7, (i) => run.stopped(true, words(i + 1)).action);
      expect(actions).toEqual(["allow", "allow", "allow", "allow", "allow", "warn", "hint"]);
    }
  });

  it("says the same where only times and counters differ", () => {
    const run = runOf();
    run.stopped(false, "The tests that I have written still do not pass. Attempt 1: 11:05:30.");
    expect(
      times(
        3,
        (i) =>
          run.stopped(true, `The tests that I have written still do not pass. Attempt ${i + 2}: 11:0${i}:31.`).action,
      ).at(-1),
    ).toBe("warn");
  });

  it("goes on as long as its calls give news, and no longer", () => {
    const run = runOf();
    for (let i = 0; i < 20; i++) {
      expect(run.stopped(i > 0, "Done.").action).toBe("allow");
      step(run, "test", {}, { result: `${20 - i} failing` });
    }
    run.stopped(true, "Done.");
    const actions = times(3, () => {
      step(run, "test", {}, { result: "1 failing" });
      return run.stopped(true, "Done.").action;
    });
    expect(actions).toEqual(["allow", "allow", "warn"]);
  });

  it("begins anew with a user's word, and where it was not sent back", () => {
    const run = runOf();
    sentBack(run, 2);
    run.beginTurn();
    expect(run.stopped(true, "Done.").action).toBe("allow");
    expect(sentBack(run, 2)).toEqual(["allow", "allow", "allow"]);
    expect(sentBack(run, 3)).toEqual(["allow", "allow", "allow", "warn"]);
  });

  it("climbs the guard's own ladder", () => {
    expect(sentBack(runOf({ ladder: { warn: 1, abort: 2 } }), 4).slice(3)).toEqual(["warn", "abort"]);
    expect(sentBack(runOf({ preset: "observe" }), 9)).toEqual(times(10, () => "allow"));
    expect(sentBack(runOf({ detectors: [repeat()] }), 9)).toEqual(times(10, () => "allow"));
  });

  it("is in snapshots", () => {
    using guard = new LoopGuard();
    sentBack(guard.run() as GuardRun, 3);
    using restored = LoopGuard.restore(guard.snapshot());
    const next = restored.run() as GuardRun;
    expect(next.stopped(true, "Done.")).toMatchObject({ action: "hint", detection: { repeats: 4, strikes: 2 } });
  });
});
