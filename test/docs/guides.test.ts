/** The TypeScript of docs/README.md and docs/guides runs as it stands there, and prints what stands below it. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
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

const samples = ["../README.md", ...readdirSync(folder)].flatMap((page) =>
  samplesOf(page).map((sample, i) => ({ page, nth: i + 1, ...sample })),
);

describe("docs/guides", () => {
  test("has samples", () => {
    expect(new Set(samples.map(({ page }) => page)).size).toBe(8);
  });

  test("answers questions in 150 words each", () => {
    const [, ...answers] =
      readFileSync(new URL("../README.md", folder), "utf8").split("## Every page")[0]?.split("\n### ") ?? [];
    expect(answers.length).toBeGreaterThan(10);
    for (const answer of answers) expect(answer.match(/\S+/g)?.length, answer).toBeLessThanOrEqual(150);
  });

  test.each(samples.map((sample, at) => ({ ...sample, at })))(
    "sample $nth of $page prints what the page says",
    ({ output, at }) => {
      const { stdout, stderr } = printed();
      expect(stdout.split(END)[at], stderr).toBe(output);
    },
  );
});

test("without its policies, the healthy calls of the guide are refused as it says", () => {
  const [, sample] = samplesOf("refused-healthy-tool.md");
  const bare = (sample?.code ?? "").replace(/ {2}tools: \{[\s\S]*?\n {2}\},\n/, "");
  const [line] = /(?<=the last two lines would be `)[^`]*/.exec(
    readFileSync(new URL("refused-healthy-tool.md", folder), "utf8"),
  ) as string[];
  expect(bare).not.toBe(sample?.code);
  expect(printedBy([bare]).stdout).toBe(`${"allow allow allow\n".repeat(2)}${`${line}\n`.repeat(2)}${END}`);
});

/** Comes after what each sample printed. */
const END = "\0";

let last: { stdout: string; stderr: string } | undefined;

/** What the samples print, one after the other in one process: most of what each would cost is its start. */
function printed(): { stdout: string; stderr: string } {
  last ??= printedBy(samples.map(({ code }) => code));
  return last;
}

function printedBy(codes: string[]): { stdout: string; stderr: string } {
  const urls = codes.map((code) => {
    const script = transformSync(code, { loader: "ts", format: "esm", target: "node20" }).code;
    const found = script.replace(/(\bfrom\s*)"(loopguard[^"]*)"/g, (_, from, name) => `${from}"${resolved(name)}"`);
    return `data:text/javascript;base64,${Buffer.from(found).toString("base64")}`;
  });
  const input = `for (const url of ${JSON.stringify(urls)}) {
    try { await import(url); } catch (error) { console.error(error); }
    process.stdout.write(${JSON.stringify(END)});
  }`;
  const env = { ...process.env, NO_COLOR: "1" };
  return spawnSync(process.execPath, ["--input-type=module"], { cwd: root, input, encoding: "utf8", env });
}

const manifest = createRequire(new URL("../../package.json", import.meta.url));
const resolved = (name: string): string => pathToFileURL(manifest.resolve(name)).href;
