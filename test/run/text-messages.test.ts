/** A loop in text ends with its message: the same one in the next message is another strike. */
import { describe, expect, test } from "vitest";
import { LoopGuard, textRepeat } from "../../lib/index.ts";

const CHANT = "Let me check once more whether the file is there now. ";

/** Chants in a message until a verdict that is no `allow`; the message ends then. */
function chant(run: ReturnType<LoopGuard["run"]>, messageId: string) {
  for (let times = 0; times < 100; times++) {
    const verdict = run.text(CHANT, { messageId });
    if (verdict.action === "allow") continue;
    run.text("", { messageId, end: true });
    return verdict;
  }
  return undefined;
}

describe("the same chant in each message", () => {
  const run = (): ReturnType<LoopGuard["run"]> =>
    new LoopGuard({ detectors: [textRepeat({ atOnce: true, ladder: { hint: 1, abort: 6 } })] }).run({});

  test("is a strike in each", () => {
    const own = run();
    const verdicts = Array.from({ length: 6 }, (_, at) => chant(own, `${at}`));
    expect(verdicts.map((verdict) => verdict?.detection?.strikes)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(verdicts.at(-1)?.action).toBe("abort");
  });

  test("is counted from the run's first character", () => {
    const own = run();
    const starts = [0, 1].map((at) => chant(own, `${at}`)?.detection?.details?.["start"] as number);
    expect(starts[0]).toBeLessThan(2 * CHANT.length);
    expect(starts[1]).toBeGreaterThan(4 * CHANT.length);
  });
});
