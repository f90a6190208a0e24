/** Exact bounds of shares, against sums of fractions. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { upperBound } from "../../lib/cli/tune/recommend.ts";
import { tries } from "../effort.ts";
import { isRare } from "../oracles/binomial.ts";

/** What bisection and rounding may be off by. */
const NEAR = 1e-11;
const CHANCE = [1n, 20n] as const;

describe("the largest share that is not ruled out", () => {
  it("is nearly three by the number of runs when none was wronged", () => {
    for (const total of [10, 60, 300]) expect(upperBound(0, total)).toBeCloseTo(1 - 0.05 ** (1 / total), 10);
    expect(upperBound(0, 58)).toBeGreaterThan(0.05);
    expect(upperBound(0, 59)).toBeLessThan(0.05);
  });

  it("takes the known numbers of runs without a hit", () => {
    for (const [share, runs] of [
      ...[[0.1, 29] as const, [0.05, 59] as const, [0.02, 149] as const],
      ...[[0.01, 299] as const, [0.001, 2_995] as const, [1e-6, 2_995_731] as const],
    ]) {
      expect(upperBound(0, runs)).toBeLessThanOrEqual(share);
      expect(upperBound(0, runs - 1)).toBeGreaterThan(share);
    }
  });

  it("is everything where there is nothing to go by, or nothing but wrongs", () => {
    expect(upperBound(0, 0)).toBe(1);
    expect(upperBound(4, 4)).toBe(1);
  });

  it("is where so few hits become as rare as the chance says, by exact sums", () => {
    const count = fc.integer({ min: 1, max: 60 }).chain((total) => fc.tuple(fc.nat(total - 1), fc.constant(total)));
    fc.assert(
      fc.property(count, ([hits, total]) => {
        const bound = upperBound(hits, total);
        expect(isRare(hits, total, bound + NEAR, CHANCE)).toBe(true);
        expect(isRare(hits, total, bound - NEAR, CHANCE)).toBe(false);
      }),
      { numRuns: tries(1_000) },
    );
    for (const [hits, total] of [
      [0, 149],
      [16, 317],
      [40, 2_000],
    ] as const) {
      expect(isRare(hits, total, upperBound(hits, total) + NEAR, CHANCE)).toBe(true);
      expect(isRare(hits, total, upperBound(hits, total) - NEAR, CHANCE)).toBe(false);
    }
  });
});
