/** The demo's sums are right, its strips say what happened, and it fits a terminal. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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

describe("without a folder", () => {
  const { stdout, stderr, lines, status } = run("demo.mjs");
  const known = readFileSync(join(root, "examples", "runs", "real.jsonl"), "utf8")
    .trimEnd()
    .split("\n");
  const runs: { stuck: boolean; model: string | null; calls: unknown[] }[] = known.map((line) => JSON.parse(line));
  /** The lines below the heading that begins so, as far as the next empty one. */
  const below = (title: string) => {
    const at = lines.findIndex((line) => line.startsWith(title));
    expect(at, title).toBeGreaterThanOrEqual(0);
    return lines.slice(at + 2, lines.indexOf("", at));
  };

  test("says whose runs these are, and what is not known of runs elsewhere", () => {
    expect([stderr, status]).toEqual(["", 0]);
    const said = lines.slice(0, 12).join(" ");
    expect(said).toContain(`These are ${runs.length} runs that real models made, recorded by others`);
    expect(said).toMatch(/MIT.*None of their texts is here; examples\/runs\/README\.md names .*expect less on yours/);
    expect(stdout).toContain("One scripted run, with its texts: no model made it");
  });

  test("counts every run once; no healthy one has a call refused", () => {
    const row = (name: string) =>
      below("All runs")
        .find((line) => line.startsWith(name))
        ?.split(/ {2,}/)
        .slice(1)
        .map((cell) => Number(cell.replace(",", "")));
    const [stuck, refused = 0, warned = 0, unseen = 0, calls, unmade, tokens] = row("stuck") ?? [];
    expect(stuck).toBe(runs.filter(({ stuck }) => stuck).length);
    expect(refused + warned + unseen).toBe(stuck);
    expect(calls).toBe(runs.filter(({ stuck }) => stuck).reduce((sum, { calls }) => sum + calls.length, 0));
    expect([unmade, tokens].every((count) => Number(count) > 0)).toBe(true);
    expect(row("healthy")?.slice(0, 2)).toEqual([runs.filter(({ stuck }) => !stuck).length, 0]);
    expect(row("healthy")?.slice(5)).toEqual([0, 0]);
    expect(stdout).toMatch(/of the\s+\d+\s+healthy\s+runs\s+none\s+had\s+a\s+call\s+refused/i);
    for (const [title, count] of [
      ["Stuck, and refused or stopped", refused],
      ["Stuck, and only warned", warned],
      ["Stuck, and not seen", unseen],
    ])
      expect(stdout).toContain(`${title}: ${count} runs\n`);
  });

  test("the marks of a strip add up to what it says was saved", () => {
    const strips = below("Stuck, and refused or stopped");
    let said = 0;
    let marked = 0;
    for (const line of strips) {
      said += Number(/ (\d+) of \d+ calls$/.exec(line)?.[1] ?? 0);
      const place = line.slice(22, 62);
      if (/^[ !xX-]+$/.test(place)) marked += place.replace(/[ !]/g, "").length;
    }
    expect(said).toBeGreaterThan(100);
    expect(marked).toBe(said);
  });

  test("shows the hints that models would have read, and the end of the scripted run", () => {
    const text = stdout.replace(/\s+/g, " ");
    expect(text).toContain(
      "gave the same result 2 times, and nothing new has happened since, so it was not run again.",
    );
    expect(text).toContain("You have been calling tools in a repetitive pattern that is not making progress.");
    expect(text).toMatch(/15 edit_file .* stopped: Tool 'edit_file' .* Of 15 calls, 8 were refused and 1 not made/);
  });

  test("fits 80 columns, without colours where there is no terminal", () => {
    expect(lines.filter((line) => [...line].length > 80)).toEqual([]);
    expect(stdout).not.toContain("\u001b");
  });
});

describe("a folder", () => {
  const search = (batch: number, result = "No results.") => ({ name: "search", args: { query: "x" }, result, batch });
  const folderWith = (name: string, files: Record<string, string | Buffer>) => {
    const folder = join(scratch, name);
    mkdirSync(folder);
    for (const [file, content] of Object.entries(files)) writeFileSync(join(folder, file), content);
    return folder;
  };
  const lineOf = (run: object) => `${JSON.stringify(run)}\n`;

  test("of the demo's own runs: counts by source, and a clear case of a single detector", () => {
    const { stdout, stderr, lines } = run("demo.mjs", "examples/runs");
    expect(stderr).toBe("");
    expect(stdout).toMatch(/^scripted +1 +15 +1 +8 +1 +1 /m);
    expect(stdout).toMatch(/^…nhands-benchmarks +18 +1,172 +0 +0 +0 +0 +0 +0\.0 %$/m);
    expect(stdout).toContain("  cycle: The same 2 calls");
    expect(lines.filter((line) => [...line].length > 80)).toEqual([]);
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
    const [, number, tokens] = /#(\d+) .*~([\d,]+) tokens$/.exec(stopped) as RegExpExecArray;
    const first = Number(number);
    const left = 30 - first + 1;
    const cost = Array.from({ length: left }, (_, i) => 6 + 6 * (first + i - 1)).reduce((a, b) => a + b);
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

  test("shows the first 20 refused calls, then only counts; reads gzip; passes other lines over", () => {
    const loop = (id: number) =>
      lineOf({ id: `r${id}`, source: "s", calls: Array.from({ length: 30 }, (_, i) => search(i)) });
    const text = Array.from({ length: 200 }, (_, id) => loop(id)).join("");
    const folder = folderWith("many", {
      "a.jsonl.gz": gzipSync(text),
      "labels.jsonl": lineOf({ id: "r0", stuck: true }),
    });
    const { lines, stdout } = run("demo.mjs", folder);
    expect(lines.filter((line) => /^(refused|stopped) /.test(line))).toHaveLength(20);
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
