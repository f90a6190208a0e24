/** A trace of 100 MB in the worker: it says how far it is, its memory stays bounded, and the page can be used meanwhile. */
import { mkdtempSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { ScanReport } from "../../lib/cli/scan-types.ts";
import { callCommand } from "../command.ts";
import { openExample, rows, site } from "./site.ts";

const own = site();
const scratch = mkdtempSync(join(tmpdir(), "loopguard-site-large-"));
afterAll(() => rmSync(scratch, { recursive: true }));

const SIZE = 100e6;
/** By how much its process may grow: calls that are kept for their drawing, and what V8 has not collected yet. */
const GROWTH_MAX = 500e6;

const residentBytes = (pid: number): number =>
  1024 * Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);

/** Runs of forty calls with results of two kilobytes; one in five loops. */
function writeLarge(path: string): void {
  const file = openSync(path, "w");
  const filler = "the quick brown fox jumps over the lazy dog. ".repeat(44);
  let size = 0;
  for (let run = 0; size < SIZE; run++) {
    const calls = Array.from({ length: 40 }, (_, at) => {
      const isSame = run % 5 === 0 && at > 20;
      const what = isSame ? "same" : `${run}-${at}`;
      return { name: "read_file", args: { path: `src/${what}.ts` }, result: `${what}: ${filler}`, batch: at };
    });
    const line = `${JSON.stringify({ id: `run-${run}`, calls })}\n`;
    writeSync(file, line);
    size += line.length;
  }
}

test("100 MB are read as scan reads them, with a progress bar, in bounded memory", async () => {
  const path = join(scratch, "large.jsonl");
  writeLarge(path);
  const page = await own.visit();
  const session = await page.context().browser()?.newBrowserCDPSession();
  /** Resident bytes of the page's process, which the worker is in. */
  const memory = async (): Promise<number> => {
    const { processInfo = [] } = (await session?.send("SystemInfo.getProcessInfo")) ?? {};
    const sizes = processInfo.map(({ type, id }) => (type === "renderer" ? residentBytes(id) : 0));
    return Math.max(...sizes);
  };
  const before = await memory();
  await openExample(page, "sql"); // the worker is there
  const begin = performance.now();
  await page.locator("#file").setInputFiles(path);
  const bar = page.locator("#progress");
  await bar.waitFor();
  const shares: number[] = [];
  let most = 0;
  let longest = 0;
  const isBusy = () => page.locator("#reading").isVisible();
  while (await isBusy()) {
    const asked = performance.now();
    shares.push(await bar.evaluate((element) => (element as HTMLProgressElement).position));
    longest = Math.max(longest, performance.now() - asked);
    most = Math.max(most, await memory());
  }
  console.log(
    `100 MB in ${((performance.now() - begin) / 1000).toFixed(1)} s, ${(before / 1e6).toFixed(0)} MB grew to at most ${(most / 1e6).toFixed(0)} MB, the page answers within ${longest.toFixed(0)} ms`,
  );
  expect(shares.length).toBeGreaterThan(2);
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
  expect(most - before).toBeLessThan(GROWTH_MAX);
  const { stdout } = await callCommand({ args: ["scan", path, "--json"], env: process.env });
  const { totals, runs } = JSON.parse(stdout) as ScanReport;
  const listed = await rows(page);
  expect(listed).toHaveLength(totals.runs);
  expect(listed.reduce((sum, { wastedCalls }) => sum + wastedCalls, 0)).toBe(totals.wastedCalls);
  expect(new Set(listed.map(({ id }) => id))).toEqual(new Set(runs.map(({ id }) => id)));
  // A run of it is explained, which reads the trace once more.
  await page.getByLabel("Find a run, file or tool").fill("run-5");
  await page.getByRole("link", { name: "run-5", exact: true }).click();
  await page.locator(".explained-calls li").first().waitFor({ timeout: 60_000 });
});
