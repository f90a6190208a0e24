import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { DETECTOR_TYPES, EventAt, Operation } from "../../lib/core/layout.gen.ts";

const script = fileURLToPath(new URL("../../scripts/build-door-layout.mjs", import.meta.url));

it("what TypeScript knows of the core's numbers is what the headers say", () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, "--check"], { encoding: "utf8" });
  expect([status, stdout, stderr]).toEqual([0, "native/door/answers.gen.h: ok\nlib/core/layout.gen.ts: ok\n", ""]);
});

it("has no two operations and no two fields of an event in one place", () => {
  expect(new Set(Object.values(Operation)).size).toBe(Object.keys(Operation).length);
  expect(new Set(Object.values(EventAt)).size).toBe(Object.keys(EventAt).length);
  expect(new Set(DETECTOR_TYPES).size).toBe(DETECTOR_TYPES.length);
});
