/** The TypeScript of docs/guides runs as it stands there, and prints what stands below it. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { transformSync } from "esbuild";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = new URL("../../docs/guides/", import.meta.url);

/** Each TypeScript block with the output that follows it; tests for vitest have none. */
function samplesOf(page: string): { code: string; output: string }[] {
  const text = readFileSync(new URL(page, folder), "utf8");
  return [...text.matchAll(/^```ts\n([\s\S]*?)^```\n+```text\n([\s\S]*?)^```/gm)].map(([, code = "", output = ""]) => ({
    code,
    output,
  }));
}

const samples = readdirSync(folder).flatMap((page) =>
  samplesOf(page).map((sample, i) => ({ page, nth: i + 1, ...sample })),
);

describe("docs/guides", () => {
  test("has samples", () => {
    expect(new Set(samples.map(({ page }) => page)).size).toBe(7);
  });

  test.each(samples)("sample $nth of $page prints what the page says", ({ code, output }) => {
    const { code: input } = transformSync(code, { loader: "ts", format: "esm", target: "node20" });
    const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module"], {
      cwd: root,
      input,
      encoding: "utf8",
      env: { ...process.env, NO_COLOR: "1" },
    });
    expect(stdout, stderr).toBe(output);
  });
});
