import { describe, expect, it } from "vitest";
import { enough, tries } from "../../effort.ts";
import { PROVIDERS, prunesSafely } from "./prune-safely.ts";

describe.each(PROVIDERS)("pruneLoop, requests of %s", (provider) => {
  it("stays valid, loses no news, and is done in one go", { timeout: 1_800_000 }, () => {
    const pruned = prunesSafely(provider, tries(Math.ceil(100_000 / PROVIDERS.length)));
    expect(pruned).toBeGreaterThan(enough(1_000));
  });
});
