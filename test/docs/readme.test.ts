/** The README's quick start runs unchanged and prints what the README says; its links lead to files of the project. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { BUILDS } from "../left-out.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");

/** The first code block of a language after `marker`. */
function blockAfter(marker: string, language: string): string {
  const from = readme.indexOf(marker);
  const block = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, "m").exec(readme.slice(from));
  if (from < 0 || block === null) throw new Error(`README.md has no ${language} block after "${marker}"`);
  return block[1] as string;
}

/** The quick start uses no type syntax, so Node.js 20 runs it as it is. Run from the project's folder, where `loopguard` is the package itself, as built in dist/. */
function run(code: string, env: NodeJS.ProcessEnv = {}) {
  return spawnSync(process.execPath, ["--input-type=module"], {
    cwd: root,
    input: code,
    encoding: "utf8",
    env: { ...process.env, ...env },
  });
}

describe("README.md", () => {
  const quickStart = blockAfter("## Quick start", "ts");

  test.each(BUILDS)("the quick start prints what it says, on the %s backend", (backend) => {
    const { stdout, stderr } = run(quickStart, { LOOPGUARD_BACKEND: backend });
    expect(stderr).toBe("");
    expect(stdout).toBe(blockAfter("## Quick start", "text"));
  });

  test("with abort, the fourth call throws", () => {
    const abort = quickStart.replace('action: "hint"', 'action: "abort"');
    expect(abort).not.toBe(quickStart);
    const { stdout, stderr, status } = run(abort);
    expect(stdout.trimEnd().split("\n")).toHaveLength(3);
    expect(stderr).toContain('ToolLoopError: Tool "search" was called 4 times with identical arguments');
    expect(status).toBe(1);
  });

  test("the lines for a fresh machine are npm scripts that exist", () => {
    const { scripts } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
    const lines = blockAfter("## On a fresh machine", "sh").trim().split("\n");
    expect(lines).toEqual(["npm ci && npm run demo", "npm ci && npm test"]);
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(["demo", "test", "prepare"]));
  });

  test("its links lead to files that are there", () => {
    const links = [...readme.matchAll(/\]\(([^)\s#]+)/g)].map((match) => match[1] as string);
    expect(links).toContain("docs/guides/own-loop.md");
    const missing = links.filter((path) => !existsSync(new URL(`../../${path}`, import.meta.url)));
    expect(missing).toEqual([]);
  });
});
