import { expect, it } from "vitest";
import { editsSafely } from "./edits-safely.ts";
import { PROVIDERS } from "./prune-safely.ts";

it.each(PROVIDERS)("the desk makes no request of %s invalid", (provider) => {
  expect(editsSafely(provider, 20).changed).toBeGreaterThan(0);
});
