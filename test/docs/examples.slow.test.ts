/** The examples run and say what their comments promise; the demo's sums are right. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), "loopguard-demo-"));
afterAll(() => rmSync(scratch, { recursive: true }));

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
    expect(lines.filter((line) => line.includes("This call was not run")).length).toBeGreaterThan(0);
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

describe("the demo", () => {
  const search = (batch: number, result = "No results.") => ({ name: "search", args: { query: "x" }, result, batch });
  const folderWith = (name: string, files: Record<string, string | Buffer>) => {
    const folder = join(scratch, name);
    mkdirSync(folder);
    for (const [file, content] of Object.entries(files)) writeFileSync(join(folder, file), content);
    return folder;
  };
  const lineOf = (run: object) => `${JSON.stringify(run)}\n`;

  test("the recorded runs: healthy ones pass, looping ones are stopped", () => {
    const { stdout, stderr } = run("demo.mjs", "examples/runs");
    expect(stderr).toBe("");
    expect(stdout).toMatch(/^recorded-healthy +4 +25 +0 +0 +0 +0 +0 +0\.0 %$/m);
    expect(stdout).toMatch(/^recorded-looping +4 +46 +\d+ +[1-9]\d* +3 +[1-9]\d* /m);
    for (const id of ["stuck-search", "read-and-failing-edit", "poll-without-end"])
      expect(stdout).toMatch(new RegExp(`^stopped  ${id} `, "m"));
  });

  test("the same runs under single detectors: a clear case of each, and what it says", () => {
    const { stdout } = run("demo.mjs", "examples/runs");
    const cases = stdout.slice(stdout.indexOf("under single detectors")).trimEnd().split("\n\n").slice(1);
    const seen = cases.map((text) => {
      const [title, place, ...lines] = text.split("\n") as [string, string, ...string[]];
      const numbers = lines.slice(0, -1).map((line) => Number(/^ {2}#(\d+) /.exec(line)?.[1]));
      return [title.split("(")[0], place.trim(), numbers, lines.at(-1)?.trim()];
    });
    expect(seen).toEqual([
      [
        ...["cycle", "in read-and-failing-edit:", [2, 3, 4, 5, 6, 7]],
        "cycle: The same 2 calls ('read_file', 'edit_file') were repeated 3 times in the same order.",
      ],
      [
        ...["stall", "in reworded-searches:", [1, 2, 3, 4]],
        "stall: Tool 'search' returned the same result 4 times — agent is polling without progress.",
      ],
      [
        ...["similarQuery", "in reworded-searches:", [1, 2]],
        "similar_query: Tool 'search' was already executed with a similar query",
      ],
      [
        ...["limit", "in poll-without-end:", [2, 3, 4, 5]],
        "limit: Tool 'deploy_status' has reached its execution limit (3) for this turn",
      ],
    ]);
  });

  test("one search word for word is no clear case of a single detector", () => {
    const calls = Array.from({ length: 12 }, (_, i) => search(i));
    const folder = folderWith("unclear", { "a.jsonl": lineOf({ id: "same", source: "s", calls }) });
    expect(run("demo.mjs", folder).stdout.match(/^ {2}no clear case in these runs$/gm)).toHaveLength(4);
  });

  test("what a stop saves is the calls left and the context read again before each", () => {
    // Every call: 13 characters of arguments and 11 of result, 6 tokens; before the nth, 6 (n - 1) are read again.
    const calls = Array.from({ length: 30 }, (_, i) => search(i));
    const folder = folderWith("stop", { "a.jsonl": lineOf({ id: "stuck", source: "s", calls }) });
    const { lines } = run("demo.mjs", folder);
    const stopped = lines.find((line) => line.startsWith("stopped")) as string;
    const [, number, tokens, left] = /#(\d+) .*~([\d,]+) tokens in (\d+) calls$/.exec(stopped) as RegExpExecArray;
    const first = Number(number);
    expect(Number(left)).toBe(30 - first + 1);
    const cost = Array.from({ length: Number(left) }, (_, i) => 6 + 6 * (first + i - 1)).reduce((a, b) => a + b);
    expect(tokens).toBe(cost.toLocaleString("en"));
  });

  test("a gap in the batches is a user's turn: the same question in each turn is no loop", () => {
    const calls = Array.from({ length: 12 }, (_, i) => search(2 * i));
    const folder = folderWith("turns", { "a.jsonl": lineOf({ id: "turns", source: "s", calls }) });
    expect(run("demo.mjs", folder).stdout).toMatch(/^s +1 +12 +0 +0 +0 +0 +0 +0\.0 %$/m);
  });

  test("results that differ only behind the cut are different results", () => {
    const cut = (whole: string) => ({ result_len: 3000, result_sha1: whole.repeat(40) });
    const runs = (whole: (i: number) => string) =>
      lineOf({
        id: "cut",
        source: "s",
        calls: Array.from({ length: 4 }, (_, i) => ({ ...search(i), ...cut(whole(i)) })),
      });
    const different = folderWith("different", { "a.jsonl": runs(String) });
    expect(run("demo.mjs", different).stdout).not.toContain("no_news");
    const equal = folderWith("equal", { "a.jsonl": runs(() => "a") });
    expect(run("demo.mjs", equal).stdout).toContain("no_news");
  });

  test("shows the first 40 refused calls, then only counts; reads gzip; passes other lines over", () => {
    const loop = (id: number) =>
      lineOf({ id: `r${id}`, source: "s", calls: Array.from({ length: 30 }, (_, i) => search(i)) });
    const text = Array.from({ length: 200 }, (_, id) => loop(id)).join("");
    const folder = folderWith("many", {
      "a.jsonl.gz": gzipSync(text),
      "labels.jsonl": lineOf({ id: "r0", stuck: true }),
    });
    const { lines, stdout } = run("demo.mjs", folder);
    expect(lines.filter((line) => /^(refused|stopped) /.test(line))).toHaveLength(40);
    expect(stdout).toContain("... and so on; from here on only counts\n... ");
    expect(stdout).toMatch(/^s +200 +6,000 /m);
    expect(lines.length).toBeLessThan(90);
  });

  test.each([
    ["a folder that is not there", () => join(scratch, "nowhere"), "no such folder"],
    ["a folder without runs", () => folderWith("empty", {}), "no runs in it"],
  ])("%s: says so and fails", (_, folder, message) => {
    const { stderr, status } = run("demo.mjs", folder());
    expect(stderr).toContain(message);
    expect(status).toBe(1);
  });
});
