/**
 * Makes this folder ready: the pinned frameworks from npm, and the package from `dist` as if it had been installed.
 * Run it again after each `npm run build:ts`; the frameworks are only fetched when the lock file asks for others. Large ones,
 * in folders of their own, only if they are named: `node setup.mjs livekit`.
 */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = fileURLToPath(new URL("../..", import.meta.url));

/** In folders of their own, because they need other versions of a package than the rest. */
const APART = ["claude", "genkit"];
/** The same, but on demand; they hold their example, too. */
const LARGE = ["cloudflare", "copilot-sdk", "livekit", "voltagent", "workflow"];
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !LARGE.includes(name));
if (unknown.length > 0) throw new Error(`No such folder: ${unknown}. There are ${LARGE}`);
const folders = wanted.map((name) => join(here, name));
for (const folder of [here, ...APART.map((name) => join(here, name))]) if (!isInstalled(folder)) npm(folder, "ci");
// `ci` refuses a lock file without the packages of other platforms, which not every mirror has.
for (const folder of folders) if (!isInstalled(folder)) npm(folder, "install", "--no-save");
for (const folder of [here, ...folders]) installPackage(join(folder, "node_modules", "loopguard"));
linkGenkit();
copyExamples(here, (name) => !LARGE.includes(name));
for (const large of wanted) copyExamples(join(here, large), (name) => name === large);

/** Whether a folder's node_modules holds what its lock file says; packages of other platforms may be missing. */
function isInstalled(folder) {
  const installed = join(folder, "node_modules", ".package-lock.json");
  if (!existsSync(installed)) return false;
  const have = readPackages(installed);
  return Object.entries(readPackages(join(folder, "package-lock.json"))).every(
    ([path, { version, optional }]) => path === "" || optional === true || have[path]?.version === version,
  );
}

function readPackages(path) {
  return JSON.parse(readFileSync(path, "utf8")).packages;
}

function npm(folder, ...args) {
  const program = process.platform === "win32" ? "npm.cmd" : "npm";
  const { status } = spawnSync(program, [...args, "--ignore-scripts"], {
    cwd: folder,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (status !== 0) process.exit(status ?? 1);
}

/** The files of the package as `npm install loopguard` would put them there. */
function installPackage(target) {
  if (!existsSync(join(root, "dist", "node", "index.cjs"))) {
    console.error("There is no dist; run `npm run build` in the root of the project first");
    process.exit(1);
  }
  const { files } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const fresh = `${target}-${process.pid}`;
  for (const file of ["package.json", "README.md", "LICENSE", ...files])
    if (existsSync(join(root, file))) cpSync(join(root, file), join(fresh, file), { recursive: true });
  rmSync(target, { recursive: true, force: true });
  renameSync(fresh, target);
}

/** Its example finds it, too. */
function linkGenkit() {
  const link = join(here, "node_modules", "genkit");
  rmSync(link, { recursive: true, force: true });
  symlinkSync(join(here, "genkit", "node_modules", "genkit"), link, "junction");
}

/** Examples import the frameworks by name, so they run from where those are installed. */
function copyExamples(folder, isWanted) {
  const target = join(folder, "examples");
  const source = join(root, "examples", "frameworks");
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target);
  for (const file of readdirSync(source))
    if (isWanted(basename(file, ".mjs"))) cpSync(join(source, file), join(target, file));
}
