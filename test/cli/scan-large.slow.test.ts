/** Large files: all of them is read, in the order of the input, and told with the numbers of its lines. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeRecordedRuns } from "../../bench/lib/recorded-runs.mjs";
import type { ScanReport } from "../../lib/cli/scan-types.ts";
import { healthyLine, loopguard, stuckLine } from "./scan-process.ts";

let folder: string;
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "loopguard-large-"));
  writeRecordedRuns(at("runs.jsonl"), 14e6);
  writeRecordedRuns(at("chats.jsonl"), 9e6, "chats");
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test("several files, with broken lines, are told in their order", async () => {
  const lines = Array.from({ length: 9000 }, (_, i) => (i % 3000 === 1500 ? "{broken" : healthyLine(`run-${i}`, 6)));
  lines[8999] = stuckLine("last", 5);
  await writeFile(at("broken.jsonl"), lines.join("\n"));
  await writeFile(at("small.jsonl.gz"), gzipSync(`${stuckLine("small", 7)}\n`));
  const paths = [at("runs.jsonl"), at("small.jsonl.gz"), at("broken.jsonl"), at("missing"), at("chats.jsonl")];
  const one = await loopguard(["scan", "--json", ...paths]);
  const { runs, errors, totals } = JSON.parse(one.stdout) as ScanReport;
  expect(one.code).toBe(2);
  expect(errors.map(({ line }) => line)).toEqual([0, 1501, 4501, 7501]);
  expect(runs.filter(({ id }) => id === "small" || id === "last")).toMatchObject([{ line: 1 }, { line: 9000 }]);
  expect(runs.filter(({ file }) => file === at("broken.jsonl")).map(({ id }) => id)).toEqual(
    lines.flatMap((line, i) => (line === "{broken" ? [] : i === 8999 ? ["last"] : [`run-${i}`])),
  );
  expect(totals.runsWithLoops).toBeGreaterThan(5);
});

test("of a large file, too, only the first hundred errors are listed", async () => {
  const lines = Array.from({ length: 60_000 }, (_, i) => (i % 2 === 0 ? healthyLine(`run-${i}`, 2) : "{broken"));
  await writeFile(at("many-errors.jsonl"), lines.join("\n"));
  const { stdout } = await loopguard(["scan", "--json", at("many-errors.jsonl"), at("missing")]);
  const { runs, errors } = JSON.parse(stdout) as ScanReport;
  expect(runs).toHaveLength(30_000);
  expect(errors).toHaveLength(102);
  expect(errors.slice(1, 101).map(({ line }) => line)).toEqual(Array.from({ length: 100 }, (_, i) => 2 * i + 2));
  expect(errors[101]).toEqual({
    file: at("many-errors.jsonl"),
    line: 202,
    reason: "29900 more errors, up to line 60000; only the first 100 are listed",
  });
});

test("a line that is longer than is read at once is told, and those around it are read", async () => {
  const long = JSON.stringify({ id: "x".repeat(17e6), calls: [] });
  await writeFile(
    at("too-long.jsonl"),
    [...Array(3_000).fill(healthyLine("a", 20)), long, stuckLine("b", 6), ""].join("\n"),
  );
  const { stdout } = await loopguard(["scan", "--json", at("too-long.jsonl")]);
  const { runs, errors } = JSON.parse(stdout) as ScanReport;
  expect([runs.length, runs.at(-1)?.line]).toEqual([3_001, 3_002]);
  expect(errors).toMatchObject([{ line: 3_001, reason: expect.stringMatching(/^skipped: 17\.0 MB/) }]);
});

test("the same from standard input and from a compressed file", async () => {
  const { readFile } = await import("node:fs/promises");
  const bytes = await readFile(at("runs.jsonl"));
  await writeFile(at("runs.jsonl.gz"), gzipSync(bytes, { level: 1 }));
  const found = async (args: string[], input?: Uint8Array) => {
    const { stdout } = await loopguard(["scan", "--json", ...args], input === undefined ? {} : { input });
    return (JSON.parse(stdout) as ScanReport).runs.map(({ file: _, ...run }) => run);
  };
  const plain = await found([at("runs.jsonl")]);
  expect(await found([at("runs.jsonl.gz")])).toEqual(plain);
  expect(await found(["-"], bytes)).toEqual(plain);
});

test("a line longer than any block", async () => {
  await writeFile(
    at("long.jsonl"),
    [
      healthyLine("first", 2),
      JSON.stringify({ id: "long", calls: [{ name: "read", args: {}, result: "x".repeat(9e6) }] }),
      stuckLine("after", 4),
    ].join("\n"),
  );
  const { stdout, stderr, code } = await loopguard(["scan", "--json", at("long.jsonl")]);
  expect([stderr, code]).toEqual(["", 0]);
  const { runs } = JSON.parse(stdout) as ScanReport;
  expect(runs.map(({ id, line, calls }) => [id, line, calls])).toEqual([
    ["first", 1, 2],
    ["long", 2, 1],
    ["after", 3, 4],
  ]);
});
