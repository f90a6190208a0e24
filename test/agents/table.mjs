/**
 * Prints what comes of a stuck agent in each runtime, as a table in Markdown: `node table.mjs` runs the tests first that
 * record it, `node table.mjs <file>...` reads what they have written to `LOOPGUARD_OUTCOMES` before. A line of such a file is
 * `{ runtime, version, tested, executions, refusals, end }`.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const COLUMNS = ["runtime", "version", "tested", "executions", "refusals", "end"];
const TITLES = ["runtime", "version", "tested", "executions", "refusals", "what ended the run"];

const given = process.argv.slice(2);
const outcomes = given.length > 0 ? given.flatMap(outcomesIn) : measured();
// A test that was tried again has more than one line: the last counts.
const rows = [...new Map(outcomes.map((outcome) => [outcome.runtime, outcome])).values()];
rows.sort((a, b) => (a.runtime < b.runtime ? -1 : 1));
for (const cells of [TITLES, TITLES.map(() => "---"), ...rows.map((row) => COLUMNS.map((name) => row[name]))])
  console.log(`| ${cells.join(" | ")} |`);

function measured() {
  const folder = mkdtempSync(join(tmpdir(), "loopguard-outcomes-"));
  const file = join(folder, "outcomes.jsonl");
  try {
    // The tests that record are named for what they test; all others would take minutes.
    const tests = ["run", "--config", "vitest.config.ts", "-t", "stuck"];
    const env = { ...process.env, LOOPGUARD_OUTCOMES: file };
    const { status } = spawnSync("npx", ["vitest", ...tests], { cwd: here, env, stdio: ["ignore", 2, 2] });
    if (status !== 0) process.exitCode = 1;
    return outcomesIn(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function outcomesIn(file) {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}
