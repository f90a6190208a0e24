/**
 * Every platform: what was built for it, whether it loads, and how many of the vectors of test/vectors hold there.
 *
 *   npm run build && node test/platforms/run.mjs [linux-arm64 workerd ...]
 *
 * Prints a table, and "N passed, N failed". Runtimes come from npm; addons.mjs and edge.mjs say what else they need.
 */
import { ADDONS, endWine, installPackage, runAddon } from "./addons.mjs";
import { EDGE } from "./edge.mjs";
import { removeScratch } from "./runtimes.mjs";

const VECTORS = 816;
const all = [...Object.keys(ADDONS), ...Object.keys(EDGE)];
const wanted = process.argv.length > 2 ? process.argv.slice(2) : all;
const unknown = wanted.filter((name) => !all.includes(name));
if (unknown.length > 0) throw new Error(`No such platform: ${unknown}. There are ${all.join(", ")}`);

const addons = wanted.filter((name) => Object.hasOwn(ADDONS, name));
const rows = [["platform", "addon", "hook program", "core", "vectors", "how it was run"]];
let passed = 0;
let failed = 0;

async function run(name) {
  if (Object.hasOwn(ADDONS, name)) return runAddon(name);
  const { how, wanted, run } = EDGE[name];
  return { ...(await run()), how, wanted, built: "", hook: "" };
}

try {
  if (addons.length > 0) await installPackage(addons);
  for (const name of wanted) {
    try {
      const { backend, why, passed: held, failures, how, wanted, built, hook } = await run(name);
      for (const failure of failures) console.log(`${name}: ${failure}`);
      const isGood = backend === wanted && held === VECTORS;
      passed += held;
      if (!isGood) failed += Math.max(1, VECTORS - held);
      const core = backend === wanted ? backend : `${backend}, not ${wanted}: ${why}`;
      rows.push([name, built, hook, core, `${held} of ${VECTORS}`, how]);
    } catch (error) {
      console.log(`${name}: ${error.stack}`);
      failed++;
      rows.push([name, "", "", "none", `0 of ${VECTORS}`, ""]);
    }
  }
} finally {
  if (wanted.includes("win32-x64")) endWine();
  removeScratch();
}
for (const row of rows) console.log(`| ${row.join(" | ")} |`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
