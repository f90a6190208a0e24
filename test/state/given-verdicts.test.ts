import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Verdict } from "../../lib/base/types.ts";
import { ALLOW } from "../../lib/report/verdict.ts";
import { GivenVerdicts } from "../../lib/state/given-verdicts.ts";
import { tries } from "../effort.ts";

const MAX = 256;
const verdict = (): Verdict => ({ ...ALLOW });

describe("the verdicts that were given", () => {
  it("are found by id, the last of each, as long as no 256 came after it", () => {
    const ids = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 0, maxLength: 900 });
    fc.assert(
      fc.property(ids, (numbers) => {
        const given = new GivenVerdicts();
        const all = numbers.map((number) => ({ id: `call_${number}`, verdict: verdict() }));
        for (const { id, verdict } of all) given.add(id, verdict);
        const lately = all.slice(-MAX);
        for (let number = 0; number <= 400; number++) {
          const id = `call_${number}`;
          expect(given.of(id)).toBe(lately.findLast((entry) => entry.id === id)?.verdict);
        }
      }),
      { numRuns: tries(50) },
    );
  });

  it("are forgotten", () => {
    const given = new GivenVerdicts();
    for (let i = 0; i < 300; i++) given.add("a", verdict());
    given.clear();
    expect(given.of("a")).toBeUndefined();
    const last = verdict();
    given.add("b", last);
    expect(given.of("b")).toBe(last);
    expect(given.of("a")).toBeUndefined();
  });
});
