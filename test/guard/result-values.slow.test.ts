/** A result that takes a second, since it has as many members as are looked at. */
import { expect, it } from "vitest";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import { noProgress } from "../../lib/rules/factories.ts";
import { hearing } from "./callbacks.ts";

const heard = hearing();

it("objects in many places, which are nearly endless, are told", () => {
  // Each stands in two places: as many members as 2 to the power of the depth.
  let value: object = {};
  for (let i = 0; i < 200; i++) value = { left: value, right: value };
  using guard = new LoopGuard({ detectors: [noProgress({ threshold: 2 })] });
  const call = { name: "t", arguments: {} };
  guard.before(call);
  guard.after(call, { result: value });
  expect(heard.errors).toMatchObject([{ where: "result", error: expect.any(RangeError) }]);
});
