import { expect, it } from "vitest";
import { enough, tries } from "../../effort.ts";
import { editsSafely } from "./edits-safely.ts";
import { PROVIDERS } from "./prune-safely.ts";

it.each(PROVIDERS)("the desk makes no request of %s invalid, in many runs", { timeout: 1_800_000 }, (provider) => {
  const { changed, last } = editsSafely(provider, tries(Math.ceil(100_000 / PROVIDERS.length)));
  expect(changed).toBeGreaterThan(enough(1_000));
  expect(last).toBeGreaterThan(enough(100));
});
