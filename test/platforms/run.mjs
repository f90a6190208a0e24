/**
 * Every platform: what was built for it, and that it gives the same bytes when it is built again; whether it loads, and how
 * many of the vectors of test/vectors hold there.
 *
 *   npm run build && node test/platforms/run.mjs [linux-arm64 workerd ...]
 *
 * Prints a table, and "N passed, N failed". Runtimes come from npm; addons.mjs and edge.mjs say what else they need.
 */
import { ADDONS, buildAgain, endWine, installPackage, runAddon } from "./addons.mjs";
import { EDGE } from "./edge.mjs";
import { fetchRuntime, removeScratch } from "./runtimes.mjs";

const VECTORS = 816;
/** Some of them wait, for a server of wine's or a browser. */
const AT_ONCE = 2;
const PLATFORMS = { ...ADDONS, ...EDGE };
const HEAD = ["platform", "addon", "hook program", "core", "vectors", "how it was run"];
const NOT_HERE = ["darwin-arm64", "darwin-x64"].map((name) => [
  name,
  "not built",
  "not built",
  "not loaded",
  `0 of ${VECTORS}`,
  "not run: needs macOS, where build-native.mjs builds it",
]);

const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(PLATFORMS);
const unknown = wanted.filter((name) => !Object.hasOwn(PLATFORMS, name));
if (unknown.length > 0) throw new Error(`No such platform: ${unknown}. There are ${Object.keys(PLATFORMS).join(", ")}`);

const rows = new Map();
let passed = 0;
let failed = 0;

async function runOne(name) {
  if (Object.hasOwn(ADDONS, name)) return runAddon(name);
  const { how, wanted, run } = EDGE[name];
  return { ...(await run()), how, wanted, addon: "", hook: "" };
}

/** Its row, and what is said of what failed. */
async function tryOne(name) {
  try {
    const { backend, why, passed: held, failures, how, wanted, addon, hook } = await runOne(name);
    for (const failure of failures) console.log(`${name}: ${failure}`);
    const isGood = backend === wanted && held === VECTORS;
    passed += held;
    if (!isGood) failed += Math.max(1, VECTORS - held);
    const core = backend === wanted ? backend : `${backend}, not ${wanted}: ${why}`;
    return [name, addon, hook, core, `${held} of ${VECTORS}`, how];
  } catch (error) {
    console.log(`${name}: ${error.stack}`);
    failed++;
    return [name, "", "", "none", `0 of ${VECTORS}`, ""];
  }
}

/** They come over the network while the compilers work. A failure is that of the platform which asks again. */
function fetchAll() {
  for (const name of wanted) {
    const { runtime } = PLATFORMS[name];
    if (runtime !== undefined) fetchRuntime(runtime).catch(() => {});
  }
}

try {
  fetchAll();
  const addons = wanted.filter((name) => Object.hasOwn(ADDONS, name));
  if (addons.length > 0) {
    await installPackage(addons);
    await buildAgain(addons);
  }
  const queue = [...wanted];
  const worker = async () => {
    for (let name = queue.shift(); name !== undefined; name = queue.shift()) rows.set(name, await tryOne(name));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
} finally {
  if (wanted.includes("win32-x64")) await endWine();
  removeScratch();
}
for (const row of [HEAD, ...wanted.map((name) => rows.get(name)), ...NOT_HERE]) console.log(`| ${row.join(" | ")} |`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
