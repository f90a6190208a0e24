/** Results that are longer than any text may be: they are told, in little more memory than the longest text takes. */
import { expect, it } from "vitest";
import { comparableText } from "../../lib/base/value-text.ts";

it("does not make all pieces of a text that is too long", () => {
  const errors: unknown[] = [];
  const results = [1n, ...Array<string>(1 << 12).fill("x".repeat(1 << 20))];
  expect(comparableText(results, (error) => errors.push(error))).toBeUndefined();
  expect(errors).toEqual([expect.any(RangeError)]);
  expect(process.resourceUsage().maxRSS / 1024).toBeLessThan(1_500);
});
