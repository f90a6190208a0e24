/** What a call gave, and what refusals cost, against slow and obvious countings. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Verdict } from "../../lib/base/types.ts";
import {
  type Gave,
  gaveOf,
  newsKey,
  noteRefusal,
  type Refusals,
  regretOf,
  summedRegret,
} from "../../lib/cli/tune/regret.ts";

type Step = readonly [name: string, args: string, result: string | undefined];

function gave(steps: readonly Step[]): Gave[] {
  return gaveOf(steps.map(([name, args, result]) => ({ name, args, result })));
}

/** By looking through all that was before, for each call. */
function plainly(steps: readonly Step[]): Gave[] {
  return steps.map(([name, args, result], index) => {
    if (result === undefined) return "unknown";
    const before = steps.slice(0, index).filter((step) => step[2] !== undefined);
    const equal = before.filter((step) => step[0] === name && step[1] === args);
    const compared = equal.length > 0 ? equal : before.filter((step) => step[0] === name);
    if (!compared.some((step) => step[2] === result)) return "news";
    return equal.length >= 2 ? "redundant" : "known";
  });
}

describe("what a call gave", () => {
  it("is news when the same call had not given it before; of a new call, when its tool had not", () => {
    const steps: Step[] = [
      ["list", "a", "none"], // news
      ["list", "a", "none"], // a second look
      ["list", "a", "none"], // redundant
      ["list", "b", "none"], // a new call: the tool had said so
      ["list", "b", "one"], // news
      ["list", "a", "one"], // news of this call, though not of the tool
      ["read", "a", "one"], // another tool
      ["list", "a", undefined],
      ["list", "a", "none"], // as once before, whatever was between
    ];
    expect(gave(steps)).toEqual([
      ...["news", "known", "redundant", "known", "news", "news", "news", "unknown", "redundant"],
    ]);
  });

  it("is what a search through all calls before says", () => {
    const step = fc.tuple(
      fc.constantFrom("x", "y"),
      fc.constantFrom("1", "2"),
      fc.constantFrom("a", "a", "b", "c", undefined),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        expect(gave(steps)).toEqual(plainly(steps));
      }),
    );
  });

  it("does not mix names with arguments", () => {
    expect(
      gave([
        ["a", "b c", "1"],
        ["a b", "c", "1"],
      ]),
    ).toEqual(["news", "news"]);
  });

  it("takes results for equal that differ in digits, times, ids, colours and layout, and failures for none of them", () => {
    const key = (result: string) => newsKey("run", { result });
    expect(key("3 failed in 1.2 s\n")).toBe(key("\u001b[31m4  failed\u001b[0m in 17 ms"));
    expect(key("at 2024-05-01T10:00:00Z, 0xdeadbeef")).toBe(key("at 2025-06-02 11:01, 0xcafebabe"));
    expect(key("saved /tmp/abc")).toBe(key("saved /tmp/xyz"));
    expect(key("passed")).not.toBe(key("failed"));
    expect(newsKey("run", { error: "boom" })).not.toBe(key("boom"));
    expect(newsKey("run", {})).toBe(newsKey("run", {}));
  });
});

describe("regret", () => {
  const steps: Step[] = ["none", "none", "none", "none", "one", "one", "one"].map((result) => ["list", "a", result]);

  it("counts refused news and saved redundant calls, all of them and the first of each loop", () => {
    expect(gave(steps)).toEqual(["news", "known", "redundant", "redundant", "news", "redundant", "redundant"]);
    const refusals: Refusals = new Map([3, 4, 5].map((index) => [index, "a loop"]));
    expect(regretOf(gave(steps), refusals)).toEqual({
      ...{ runs: 1, refusedRuns: 1, wrongedRuns: 1, refused: 3, news: 1, first: 1, firstNews: 0 },
      ...{ redundant: 4, saved: 2 },
    });
    expect(regretOf(gave(steps), new Map())).toMatchObject({ runs: 1, refusedRuns: 0, redundant: 4 });
  });

  it("says nothing of calls without a result, nor of runs of one call", () => {
    const blind: Gave[] = ["news", "unknown", "unknown"];
    const refusals: Refusals = new Map([1, 2].map((index) => [index, "a loop"]));
    expect(regretOf(blind, refusals)).toMatchObject({
      runs: 1,
      refusedRuns: 0,
      refused: 0,
      first: 0,
    });
    expect(regretOf(["news"], new Map([[0, "a loop"]]))).toEqual(summedRegret([]));
  });

  it("takes down refusals by loop: detector and fingerprint", () => {
    const refusals: Refusals = new Map();
    const verdict = (action: string, detector: string, fingerprint: string) =>
      ({ action, detection: { detector, fingerprint } }) as unknown as Verdict;
    noteRefusal(refusals, 0, verdict("warn", "stall", "a"));
    noteRefusal(refusals, 1, verdict("hint", "stall", "a"));
    noteRefusal(refusals, 2, verdict("hint", "stall", "b"));
    noteRefusal(refusals, 3, verdict("abort", "stall", "a"));
    noteRefusal(refusals, 4, verdict("ask", "cycle", "a"));
    expect([...refusals.keys()]).toEqual([1, 2, 3, 4]);
    // The second refusal of the first loop, which alone would have given news, is not the first of one.
    const gave: Gave[] = ["known", "known", "known", "news", "known"];
    expect(regretOf(gave, refusals)).toMatchObject({ refused: 4, news: 1, first: 3, firstNews: 0 });
  });
});
