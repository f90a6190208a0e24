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

  it("and one of the client gets exceptions", async () => {
    const { returned, threw } = await runChild<{ returned: number; threw: number }>(
      "hostile-client.mjs",
      [which],
      ["--expose-gc"],
    );
    expect(threw).toBeGreaterThan(2000);
    expect(returned).toBeGreaterThan(2000);
  });
});
