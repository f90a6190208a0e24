/**
 * The table of frameworks in docs/agents.md: the same stuck agent in each. `node table.mjs`, after `setup.mjs`; of large ones,
 * which have folders of their own, only those that are named, as for `setup.mjs`.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), "loopguard-outcomes-"));
const outcomes = join(scratch, "outcomes.jsonl");
for (const folder of ["", ...process.argv.slice(2)]) {
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(here, "../../node_modules/vitest/vitest.mjs"), "run", "--reporter=dot", "-t", "outcome: "],
    { cwd: join(here, folder), env: { ...process.env, LOOPGUARD_OUTCOMES: outcomes, NO_COLOR: "1" }, encoding: "utf8" },
  );
  if (status !== 0) {
    console.error(stdout);
    process.exit(1);
  }
}

const ENDS = { "tool-loop-error": "`ToolLoopError`", error: "another error", result: "a result" };
const rows = readFileSync(outcomes, "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));
rmSync(scratch, { recursive: true });
rows.sort((a, b) => (a.runtime < b.runtime ? -1 : 1));
console.log("| framework | version | executions | refusals | requests to the model | ended by |");
console.log("|---|---|---|---|---|---|");
for (const { runtime, version, executions, refusals, modelCalls, ended } of rows)
  console.log(`| ${runtime} | ${version} | ${executions} | ${refusals} | ${modelCalls} | ${ENDS[ended]} |`);
