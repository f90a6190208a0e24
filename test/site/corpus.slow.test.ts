/**
 * The page and the command on real runs: what both say of 200 of them. The corpus lies beside the project, not in it
 * (LOOPGUARD_CORPUS names another place); without it this test says so and is skipped.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { callCommand } from "../command.ts";
import { bare, drop, rows, site, told } from "./site.ts";

const folder = process.env["LOOPGUARD_CORPUS"] ?? fileURLToPath(new URL("../../../shared/corpus", import.meta.url));
const found = existsSync(folder);
if (!found) console.warn(`corpus tests skipped: no folder ${folder}`);
const RUNS = 200;
/** Calls of a run that the page lists at once. */
const LISTED = 500;

/** Runs of all files in turn, as lines. */
function lines(): string[] {
  const names = readdirSync(folder).filter((name) => /\.jsonl\.gz$/.test(name));
  const files = names.map((name) =>
    gunzipSync(readFileSync(join(folder, name)))
      .toString()
      .trim()
      .split("\n"),
  );
  const isShown = (line: string) => (JSON.parse(line) as { calls: unknown[] }).calls.length <= LISTED;
  // From all over each file, since runs of one task stand together; in turn, since files differ in length.
  const spread = files.map((all) => all.filter(isShown).filter((_, at) => at % Math.ceil(all.length / RUNS) === 0));
  const inTurn = Array.from({ length: RUNS }, (_, at) => spread.flatMap((all) => all[at] ?? [])).flat();
  return inTurn.slice(0, RUNS);
}

describe.skipIf(!found)("200 runs of the corpus", () => {
  const own = site();
  const scratch = mkdtempSync(join(tmpdir(), "loopguard-site-corpus-"));
  afterAll(() => rmSync(scratch, { recursive: true }));

  test("what the page says of each is what scan and explain say", async () => {
    const page = await own.visit();
    const path = join(scratch, "run.jsonl");
    const command = async (...args: string[]) =>
      (await callCommand({ args, env: { ...process.env, NO_COLOR: "1" } })).stdout;
    const all = lines();
    expect(all).toHaveLength(RUNS);
    let looped = 0;
    for (const line of all) {
      writeFileSync(path, `${line}\n`);
      await drop(page, "run.jsonl", `${line}\n`);
      const [row] = await rows(page);
      const verdict = (await command("scan", path, "--price", "3")).trim().split("\n").at(-1) ?? "";
      const headline = (await page.locator("#headline").textContent()) ?? "";
      if (/^No /.test(verdict)) expect(headline, row?.id).toMatch(/^No|cannot be seen/);
      else {
        looped++;
        expect(headline, row?.id).toContain(verdict);
      }
      if (row?.calls === 0) continue;
      const explained = (await command("explain", path, "--all")).split("\n").map(bare);
      const calls = explained
        .slice(explained.findIndex((one) => one.startsWith("#1 ")))
        .filter((one) => one !== "" && !one.startsWith("════"));
      expect(await told(page), row?.id).toEqual(calls);
    }
    console.log(`${all.length} runs, ${looped} with something to say`);
    expect(looped).toBeGreaterThan(10);
  }, 600_000);
});
