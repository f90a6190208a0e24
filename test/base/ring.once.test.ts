import fc from "fast-check";
import { expect, it } from "vitest";
import { Ring } from "../../lib/base/property.ts";
import { tries } from "../effort.ts";

it("keeps the newest entries, oldest first, and forgets them on clear", () => {
  const size = fc.integer({ min: 1, max: 9 });
  const steps = fc.array(fc.oneof({ weight: 9, arbitrary: fc.nat() }, fc.constant("clear" as const)));
  fc.assert(
    fc.property(size, steps, (max, added) => {
      const ring = new Ring<number>(max);
      let all: number[] = [];
      for (const step of added) {
        if (step === "clear") {
          ring.clear();
          all = [];
        } else {
          ring.add(step);
          all.push(step);
        }
        expect(ring.all()).toEqual(all.slice(-max));
      }
    }),
    { numRuns: tries(500) },
  );
});
