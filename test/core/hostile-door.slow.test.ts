import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { runChild } from "./child.ts";

const addon = fileURLToPath(new URL("../../build/Release/loopguard.node", import.meta.url));

interface Report {
  answered: number;
  refused: number;
  said: string;
}

describe("a hostile caller of the door", () => {
  it("gets refusals, never a crash, and the same from both builds", async () => {
    const [native, wasm] = await Promise.all(
      [addon, "wasm"].map((which) => runChild<Report>("hostile.mjs", [which], ["--expose-gc"])),
    );
    expect(native?.refused).toBeGreaterThan(2000);
    expect(native?.answered).toBeGreaterThan(2000);
    expect(wasm?.said).toBe(native?.said);
  });

  it.each([
    ["native", addon],
    ["wasm", "wasm"],
  ])("through the client it gets exceptions (%s)", async (_backend, which) => {
    const { returned, threw } = await runChild<{ returned: number; threw: number }>(
      "hostile-client.mjs",
      [which],
      ["--expose-gc"],
    );
    expect(threw).toBeGreaterThan(2000);
    expect(returned).toBeGreaterThan(2000);
  });
});
