/** How many files of lib/ are entered on the ways that are walked most, once they are warm. */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, it } from "vitest";

let walked: Record<string, string[]>;
beforeAll(() => {
  const script = fileURLToPath(new URL("files-walked.mjs", import.meta.url));
  walked = JSON.parse(execFileSync(process.execPath, [script], { encoding: "utf8" }));
});

it.each([
  ["before and after of a run", "run", 14],
  ["before and after of a stored run", "stored", 20],
  ["a call of ToolExecutor", "executor", 30],
  ["scan of six calls", "scan", 80],
])("%s: no more than the house allows", (_, way, most) => {
  const files = walked[way] ?? [];
  expect(files).toContain("run/base-run");
  expect(files.length, files.join(" ")).toBeLessThanOrEqual(most);
});
