/** Every example runs to its end by itself. */
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const folder = join(import.meta.dirname, "examples");

test.each(readdirSync(folder).filter((name) => name.endsWith(".mjs")))("%s", (name) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, name)], {
    encoding: "utf8",
    timeout: 30_000,
  });
  expect({ status, stderr: status === 0 ? "" : stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toContain("ToolLoopError");
});
