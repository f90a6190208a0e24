/** Exact bounds of shares, against sums of fractions. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { trialsNeeded, upperBound } from "../../lib/cli/tune/recommend.ts";
import { tries } from "../effort.ts";
import { isRare } from "../oracles/binomial.ts";

/** What bisection and rounding may be off by. */
const NEAR = 1e-11;
const chances = [
  [0.05, [1n, 20n]],
  [0.01, [1n, 100n]],
  [0.5, [1n, 2n]],
] as const;

describe("the largest share that is not ruled out", () => {
  it("is nearly three by the number of runs when none was wronged", () => {
    for (const total of [10, 60, 300]) expect(upperBound(0, total)).toBeCloseTo(1 - 0.05 ** (1 / total), 10);
    expect(upperBound(0, 58)).toBeGreaterThan(0.05);
    expect(upperBound(0, 59)).toBeLessThan(0.05);
  });

  it("takes as many runs as it takes, however small the share", () => {
    expect(trialsNeeded(1e-6)).toBe(2_995_731);
    expect(trialsNeeded(1e-9)).toBeGreaterThan(2.99e9);
  });

  it("is everything where there is nothing to go by, or nothing but wrongs", () => {
    expect(upperBound(0, 0)).toBe(1);
    expect(upperBound(4, 4)).toBe(1);
  });

  it("is where so few hits become as rare as the chance says, by exact sums", () => {
    const count = fc.integer({ min: 1, max: 60 }).chain((total) => fc.tuple(fc.nat(total - 1), fc.constant(total)));
    fc.assert(
      fc.property(count, fc.constantFrom(...chances), ([hits, total], [chance, exact]) => {
        const bound = upperBound(hits, total, chance);
        expect(isRare(hits, total, bound + NEAR, exact)).toBe(true);
        expect(isRare(hits, total, bound - NEAR, exact)).toBe(false);
      }),
      { numRuns: tries(1_000) },
    );
    for (const [hits, total] of [
      [0, 149],
      [16, 317],
      [40, 2_000],
    ] as const) {
      expect(isRare(hits, total, upperBound(hits, total) + NEAR, [1n, 20n])).toBe(true);
      expect(isRare(hits, total, upperBound(hits, total) - NEAR, [1n, 20n])).toBe(false);
    }
  });
});

describe("the runs that a promise takes", () => {
  it("are the known numbers", () => {
    expect([0.1, 0.05, 0.02, 0.01, 0.001].map((share) => trialsNeeded(share))).toEqual([29, 59, 149, 299, 2_995]);
    expect(trialsNeeded(0.02, 0.1)).toBe(114);
    expect(trialsNeeded(0.5, 0.25)).toBe(2);
  });

  it("are the fewest that are enough", () => {
    const share = fc.double({ min: 0.001, max: 0.999, noNaN: true });
    fc.assert(
      fc.property(share, fc.double({ min: 0.0001, max: 0.5, noNaN: true }), (share, chance) => {
        const trials = trialsNeeded(share, chance);
        expect(upperBound(0, trials, chance)).toBeLessThanOrEqual(share);
        expect(upperBound(0, trials - 1, chance)).toBeGreaterThan(share - NEAR);
      }),
      { numRuns: tries(1_000) },
    );
  });
});
