/** What the README has for the AI SDK runs as it stands there, and prints what stands below it. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");

test("a stuck model, without a guard and with one", () => {
  const [, code = "", printed] = /^```js\n([\s\S]*?)^```\n+```text\n([\s\S]*?)^```/m.exec(readme) ?? [];
  expect(code).toContain("loopguard/ai-sdk");
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module"], {
    cwd: import.meta.dirname,
    input: code,
    encoding: "utf8",
  });
  expect([stderr, stdout]).toEqual(["", printed]);
});
