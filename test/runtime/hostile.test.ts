import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { runChild } from "./child.ts";

const addon = fileURLToPath(new URL("../../build/Release/loopguard.node", import.meta.url));

describe.each([
  ["native", addon],
  ["wasm", "wasm"],
])("a hostile caller of the door (%s)", (_backend, which) => {
  it("gets refusals, never a crash", async () => {
    const { answered, refused } = await runChild<{ answered: number; refused: number }>(
      "hostile.mjs",
      [which],
      ["--expose-gc"],
    );
    expect(refused).toBeGreaterThan(2000);
    expect(answered).toBeGreaterThan(2000);
  });
});
