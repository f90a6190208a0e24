/** Trace files that mean harm: the memory of the whole process stays small, and all that can be read is reported. */
import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ScanReport } from "../../lib/cli/scan-types.ts";
import { EFFORT } from "../effort.ts";
import { fill, hostileArchives, hostileFiles, writeGzip, writePieces } from "./hostile-files.ts";
import { healthyLine, MAIN, stuckLine } from "./scan-process.ts";

/** Kilobytes that the process may have in memory, its threads included. */
const MEMORY_MAX = 330_000;

/** What each bomb of Zstandard holds, in GiB; less than twice the limit shows nothing. */
const GIB = EFFORT < 1 ? 0.75 : 4;
/** The same of gzip, in bytes. */
const BOMB = (EFFORT < 1 ? 0.6 : 1) * 2 ** 30;

/** Of the files: half of them is more than twice the memory, too. */
const SCALE = EFFORT < 1 ? 0.5 : 1;

const FILES = hostileFiles(SCALE);
const ARCHIVES = hostileArchives(GIB);

let folder = "";
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "loopguard-bombs-"));
  mkdirSync(at("traces"));
  for (const [name, { pieces }] of Object.entries(FILES)) writePieces(at(`traces/${name}`), pieces());
  for (const [name, { bytes }] of Object.entries(ARCHIVES)) await writeFile(at(`traces/${name}`), bytes());
  await writeGzip(at("traces/gzip-bomb-of-nul.jsonl.gz"), [`${stuckLine("stuck", 6)}\n`, ...fill("\0", BOMB)]);
  await writeGzip(at("traces/gzip-bomb-of-lines.jsonl.gz"), [...fill("\n", BOMB), stuckLine("stuck", 6)]);
  await writeFile(at("traces/m-healthy.jsonl"), `${healthyLine("healthy", 6)}\n`);
  await writeFile(at("traces/z-stuck.jsonl"), `${stuckLine("z-stuck", 6)}\n`);
}, 300_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The command, and the most that it had in memory, in kilobytes. */
async function measured(args: readonly string[]) {
  const peak = at(`peak-${args[0]}`);
  const write = `import { writeFileSync } from "node:fs"; import { isMainThread } from "node:worker_threads";
    if (isMainThread) process.on("exit", () => writeFileSync(${JSON.stringify(peak)}, String(process.resourceUsage().maxRSS)));`;
  const child = spawn(
    process.execPath,
    ["--import", `data:text/javascript,${encodeURIComponent(write)}`, MAIN, ...args],
    {
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  const texts = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name].setEncoding("utf8").on("data", (text: string) => {
      texts[name] += text;
    });
  const code = await new Promise((resolve) => child.on("close", resolve));
  return { ...texts, code, kilobytes: Number(await readFile(peak, "utf8")) };
}

describe("one scan of them all", { timeout: 600_000 }, () => {
  let found: Awaited<ReturnType<typeof measured>>;
  beforeAll(async () => {
    const scan = () => measured(["scan", at("traces"), "--json"]);
    // When V8 collects is chance, and moves the peak by a tenth; a scan that needs more than this needs it every time.
    found = await scan();
    if (found.kilobytes >= MEMORY_MAX) found = await scan();
  }, 600_000);

  const all = [
    ...Object.entries(FILES),
    ...Object.entries(ARCHIVES),
    ["gzip-bomb-of-nul.jsonl.gz", { runs: 1, told: /:2: skipped/ }] as const,
    ["gzip-bomb-of-lines.jsonl.gz", { runs: 1 }] as const,
    ["m-healthy.jsonl", { runs: 1 }] as const,
    ["z-stuck.jsonl", { runs: 1 }] as const,
  ] as [string, { runs: number; told?: RegExp }][];

  test("takes no more memory than it may, and ends as documented", () => {
    expect(found.code).toBe(2);
    expect(found.kilobytes).toBeLessThan(MEMORY_MAX);
    expect(found.stderr).not.toMatch(/^ +at /m);
  });

  test("reports every run that can be read, file by file", () => {
    const { runs } = JSON.parse(found.stdout) as ScanReport;
    const counts = new Map<string, number>();
    for (const { file } of runs) counts.set(file, (counts.get(file) ?? 0) + 1);
    const got = all.map(([name]) => [name, counts.get(at(`traces/${name}`)) ?? 0]);
    expect(got).toEqual(all.map(([name, { runs }]) => [name, runs]));
    expect(runs.find(({ id }) => id === "z-stuck")?.detections).toHaveLength(1);
  });

  test("of a run with very many loops the last ones count as one, and no call is lost by that", () => {
    const { runs } = JSON.parse(found.stdout) as ScanReport;
    const loops = runs.find(({ file }) => file === at("traces/loops-of-one-run.jsonl"))?.detections ?? [];
    expect(loops).toHaveLength(10_000);
    // They all give one result, so that all but the first few go on with some loop.
    expect(loops.reduce((sum, { wastedCalls }) => sum + wastedCalls, 0)).toBeGreaterThan(99_900 * SCALE);
  });

  test.each(all)("says of %s what is wrong with it, and where", (name, { told }) => {
    const lines = found.stderr.split("\n").filter((line) => line.startsWith(at(`traces/${name}`)));
    if (told === undefined) expect(lines).toEqual([]);
    else expect(lines.join("\n")).toMatch(told);
  });
});

describe("the other commands", { timeout: 300_000 }, () => {
  const BAD = ["a-line-of-1-gb.jsonl", "zstd-bomb-of-nul.jsonl.zst", "blank-at-start.jsonl"];

  test.each(BAD)("explain: %s", async (name) => {
    const { stdout, stderr, code, kilobytes } = await measured(["explain", at(`traces/${name}`)]);
    const told = { ...FILES, ...ARCHIVES }[name]?.told;
    expect(stdout).toContain("stuck");
    if (told === undefined) expect(stderr).toBe("");
    else expect(stderr).toMatch(told);
    expect(code).toBe(told === undefined ? 0 : 2);
    expect(kilobytes).toBeLessThan(MEMORY_MAX);
  });

  test("tune", async () => {
    const { stderr, code, kilobytes } = await measured(["tune", ...BAD.map((name) => at(`traces/${name}`)), "--json"]);
    expect(stderr.trim().split("\n")).toHaveLength(2);
    expect(code).toBe(2);
    expect(kilobytes).toBeLessThan(MEMORY_MAX);
  });
});
