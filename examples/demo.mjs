/**
 * `npm run demo`: what loop detection does to real agents. Runs of real models that people read, reduced to facts, go
 * through a `ToolExecutor` and are drawn as strips; then one scripted run, with its texts.
 *
 *   node examples/demo.mjs            examples/runs, and then ../shared/corpus if it lies beside the project
 *   node examples/demo.mjs <folder>   only the runs in that folder (examples/README.md has the format)
 */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { showFolder } from "./demo/folder.mjs";
import { showRealRuns } from "./demo/real-runs.mjs";
import { readRuns } from "./demo/replay.mjs";
import { showScriptedRun } from "./demo/scripted-run.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

// The reader of a pipe (`head`, say) may leave early.
process.stdout.on("error", (error) => process.exit(error.code === "EPIPE" ? 0 : 1));

const [named] = process.argv.slice(2);
if (named === undefined) {
  const runs = [...readRuns(here("runs"))];
  await showRealRuns(runs.filter(({ source }) => source !== "scripted"));
  await showScriptedRun(runs.find(({ source }) => source === "scripted"));
}
const beside = here("../../shared/corpus");
const folder = named ?? (existsSync(beside) ? beside : undefined);
if (folder !== undefined) await showFolder(folder);
