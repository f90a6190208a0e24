/** The budgets of `scripts/bundle-sizes.mjs`. */
import { expect, test } from "vitest";
import { BUNDLES, bundled } from "../../scripts/bundle-sizes.mjs";

test.each(BUNDLES)("a bundle with %s stays within its budget", async (_, size, budget) => {
  expect(await size()).toBeLessThanOrEqual(budget);
});

test("importing the package for nothing ships nothing", async () => {
  expect((await bundled('import "./dist/esm/index.js";')).toString()).toBe("");
});
