import { describe, expect, it } from "vitest";
import { size, tries } from "../effort.ts";
import { runChild } from "./child.ts";

const MIB = 1024 * 1024;

interface Memory {
  early: number;
  late: number;
}

/** A detector or a run here holds some 7 KiB: 37,000 that were never freed would be 250 MiB. */
describe.each(["native", "wasm"])("handles that are dropped without close() (%s)", (backend) => {
  it.each([
    ["detectors", 30_000 + size(70_000)],
    ["runs", 30_000 + size(70_000)],
    ["guards", 10_000 + size(20_000)],
  ])("%s: memory does not grow", async (what, count) => {
    const { early, late } = await runChild<Memory>("gc.mjs", [backend, what, String(count)], ["--expose-gc"]);
    expect(late - early).toBeLessThan(30 * MIB);
    expect(late).toBeLessThan(250 * MIB);
  });
});

/** A million with LOOPGUARD_EFFORT=5: then one block of the smallest size that each forgot would be 26 MB. */
const GUARDS = tries(200_000);

it.each(["native", "wasm"])(`${GUARDS} guards that are closed leave nothing behind (%s)`, async (backend) => {
  const { early, late } = await runChild<Memory>("closed-guards.mjs", [backend, String(GUARDS)], ["--expose-gc"]);
  expect(late - early).toBeLessThan(10 * MIB);
});

it("the garbage collector is told of the addon's memory, so it needs no reminder", async () => {
  const { late } = await runChild<Memory>("gc.mjs", ["native", "detectors", "100000"]);
  expect(late).toBeLessThan(300 * MIB);
});
