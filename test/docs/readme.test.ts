/**
 * What the README has to paste runs unchanged and prints what the README says (that of the AI SDK in test/frameworks); its links
 * lead to files of the project.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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

/** What is pasted has no type syntax, so Node.js 20 runs it as it is. Run from the project's folder, where `loopguard` is the package itself, as built in dist/. */
function run(code: string, env: NodeJS.ProcessEnv = {}) {
  return spawnSync(process.execPath, ["--input-type=module"], {
    cwd: root,
    input: code,
    encoding: "utf8",
    env: { ...process.env, ...env },
  });
}

const guarded = blockAfter("Without any", "js");

describe("README.md", () => {
  test("says all of it in 600 words before its first table, which has the look at a history", () => {
    const table = readme.indexOf("\n| ");
    expect(readme.slice(0, table).match(/\S+/g)?.length).toBeLessThanOrEqual(600);
    expect(readme.slice(table, readme.indexOf("\n\n", table))).toContain("`checkMessages(messages)");
    expect(readme.slice(0, table)).not.toMatch(/\b(?:strikes?|news|rungs?)\b/i);
  });

  test("the guarded function prints what it says", () => {
    const { stdout, stderr } = run(guarded);
    expect([stderr, stdout]).toEqual(["", blockAfter("Without any", "text")]);
  });

  /** The guarded function with the options that stand in the text, asked more often. */
  function withOptions(options: string): string {
    expect(readme).toContain(options);
    const code = guarded.replace("`);", `\`, ${options});`).replace("step <= 3", "step <= 99");
    expect(code).toContain(options);
    return code;
  }

  test("its budget ends the run at the 51st call", () => {
    const other = withOptions("{ budget: { calls: 50 } }").replace('{ q: "refunds" }', "{ q: step }");
    const { stdout, stderr } = run(other);
    expect(stdout.match(/^No results/gm)).toHaveLength(50);
    expect(stderr).toContain("ToolLoopError: The budget of 50 calls for this run is used up (50)");
  });

  test("to observe is to be told, and nothing is refused", () => {
    const { stdout, stderr } = run(
      withOptions('{ preset: "observe", onDetection: (loop) => console.log(loop.message) }'),
    );
    expect(stderr).toBe("");
    expect(stdout.match(/^No results for "refunds"\.$/gm)).toHaveLength(99);
    expect(stdout).toMatch(/^Tool 'search' was called again with the same arguments; it gave the same result 2 times/m);
  });

  test.each([...readme.matchAll(/npx loopguard (\w.*?)(?=`|\n)/g)].map(([, words]) => words as string))(
    "loopguard %s",
    (words) => {
      const home = mkdtempSync(join(tmpdir(), "loopguard-readme-"));
      try {
        const project = join(home, ".claude", "projects", "p");
        mkdirSync(project, { recursive: true });
        const session = readFileSync(join(root, "test/traces/fixtures/claude-code.jsonl"), "utf8");
        writeFileSync(join(project, "session.jsonl"), session.replace(/^.*was cut\n/m, ""));
        const args = words.replace("~", home).replace(" --follow", "").split(" ");
        const env = { PATH: process.env["PATH"], HOME: home, XDG_STATE_HOME: home, NO_COLOR: "1" };
        const cli = join(root, "dist/cli/main.js");
        const { stdout, stderr, status } = spawnSync(process.execPath, [cli, ...args], {
          cwd: home,
          env,
          encoding: "utf8",
        });
        expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
        if (args[0] === "init") expect(stdout).toMatch(/PreToolUse.*Nothing was written/s);
        if (args[0] === "scan") expect(readFileSync(join(home, "report.html"), "utf8")).toContain("<!doctype html>");
      } finally {
        rmSync(home, { recursive: true });
      }
    },
  );

  const quickStart = blockAfter("## With a ToolExecutor", "ts");

  test.each(BUILDS)("the executor prints what it says, on the %s backend", (backend) => {
    const { stdout, stderr } = run(quickStart, { LOOPGUARD_BACKEND: backend });
    expect(stderr).toBe("");
    expect(stdout).toBe(blockAfter("## With a ToolExecutor", "text"));
  });

  test("docs/coming-from-agentium.md begins with it, too", () => {
    const page = readFileSync(new URL("../../docs/coming-from-agentium.md", import.meta.url), "utf8");
    expect(/^```ts\n([\s\S]*?)^```/m.exec(page)?.[1]).toBe(quickStart);
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
    expect(links).toContain("docs/README.md");
    const missing = links.filter((path) => !existsSync(new URL(`../../${path}`, import.meta.url)));
    expect(missing).toEqual([]);
  });
});
