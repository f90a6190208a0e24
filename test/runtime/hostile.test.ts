import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { runChild } from "./child.ts";

const addon = fileURLToPath(new URL("../../build/Release/loopguard.node", import.meta.url));

describe.each([
  ["native", addon],
  ["wasm", "wasm"],
])("a hostile caller of the raw binding (%s)", (_backend, which) => {
  it("gets exceptions, never a crash", async () => {
    const { returned, threw } = await runChild<{ returned: number; threw: number }>(
      "hostile.mjs",
      [which],
      ["--expose-gc"],
    );
    expect(threw).toBeGreaterThan(2000);
    expect(returned).toBeGreaterThan(500);
  });
});
