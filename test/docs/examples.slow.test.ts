/** The examples run and say what their comments promise. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

function run(file: string, ...args: string[]) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [join("examples", file), ...args], {
    cwd: root,
    encoding: "utf8",
  });
  return { lines: stdout.trimEnd().split("\n"), stdout, stderr, status };
}

describe("examples", () => {
  test("executor.mjs: a hint goes on, an abort ends", () => {
    const { stdout, stderr } = run("executor.mjs");
    expect(stderr).toBe("");
    expect(stdout).toContain('  4. loop-detected: [loop-detected] Tool "fetchData" has now been called 4 times');
    expect(stdout.trimEnd()).toMatch(/ERR_TOOL_LOOP: Tool "fetchData" was called 3 times .*$/);
  });

  test("guard-any-function.mjs: warns, refuses, stops", () => {
    const { lines, stderr } = run("guard-any-function.mjs");
    expect(stderr).toBe("");
    expect(lines.filter((line) => line.includes("Error: ENOENT")).length).toBeGreaterThan(0);
    expect(lines.filter((line) => line.includes("was not run")).length).toBeGreaterThan(0);
    expect(lines.at(-2)).toMatch(/^stopped: Tool 'readFile' /);
    expect(lines.at(-1)).toMatch(/^\d+ calls, \d+ refused, loops: \{".+":1\}$/);
  });

  test("tool-policies.mjs: each policy and detector shows", () => {
    const { lines, stderr } = run("tool-policies.mjs");
    expect(stderr).toBe("");
    const actions = lines.map((line) => line.replace(/^(\w+)\(.*\): (\w+).*$/, "$1 $2"));
    expect(actions).toEqual([
      ...["fetch allow", "fetch hint", "search_docs allow", "search_docs hint"],
      ...["run_tests allow", "edit_file allow", "run_tests allow", "job_status allow", "job_status allow"],
      ...["send_email allow", "send_email hint", "think allow", "think allow"],
    ]);
  });

  test("signatures.mjs: the cycle is found in the sixth step", () => {
    const { lines, stderr } = run("signatures.mjs");
    expect(stderr).toBe("");
    expect(lines.map((line) => line.endsWith("<- 2 calls, 3 times"))).toEqual([
      false,
      false,
      false,
      false,
      false,
      true,
    ]);
  });
});
