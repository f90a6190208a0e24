/**
 * The table of docs/recovery.md: what becomes of an anchored model (test/anchored) in each framework. `node recovery-table.mjs
 * [name] [folder]`, after `setup.mjs`; a name is a part of a test's, a folder one of those that are named there. It takes minutes.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), "loopguard-recovery-"));
const file = join(scratch, "recovery.jsonl");
const name = `${process.argv[2] ?? ""}.*generate.*anchored`;
const { status, stdout } = spawnSync(
  process.execPath,
  [join(here, "../../node_modules/vitest/vitest.mjs"), "run", "recovery", "--reporter=dot", "-t", name],
  {
    cwd: join(here, process.argv[3] ?? "."),
    env: { ...process.env, LOOPGUARD_RECOVERY: file, NO_COLOR: "1" },
    encoding: "utf8",
  },
);
if (status !== 0) {
  console.error(stdout);
  process.exit(1);
}
const lines = readFileSync(file, "utf8").trim().split("\n");
rmSync(scratch, { recursive: true });
console.log("| | | tasks ended | requests | at most | tokens sent |");
console.log("|---|---|---|---|---|---|");
for (const line of lines) {
  const { runtime, ways } = JSON.parse(line);
  for (const { name, ended, requests, most, tokens } of ways)
    console.log(`| ${runtime} | ${name} | ${ended} % | ${requests} | ${most} | ${tokens.toLocaleString("en")} |`);
}
