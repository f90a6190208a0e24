/** A value of more members than are packed, none of which is large. */
import { expect, it } from "vitest";
import { packResult } from "../../lib/core/packer.ts";
import { testMemory } from "./packing.ts";

it("packResult refuses a value that is nearly endless", () => {
  const wide = Array<number>(1 << 12).fill(1);
  const square = Array<unknown>(1 << 12).fill(wide);
  expect(() => packResult(testMemory(1 << 26), square)).toThrow(RangeError);
});
