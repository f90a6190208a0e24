/**
 * Makes this folder ready: the pinned frameworks from npm, and the package from `dist` as if it had been installed.
 * Run it again after each `npm run build:ts`; the frameworks are only fetched when the lock file asks for others.
 */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = fileURLToPath(new URL("../..", import.meta.url));

/** Frameworks in folders of their own: large ones, and those that need other versions of a package than the rest. */
const APART = ["claude", "copilot-sdk", "genkit", "voltagent"];

for (const folder of [here, ...APART.map((name) => join(here, name))]) if (!isInstalled(folder)) npmCi(folder);
installPackage();
linkFrameworks();
copyExamples();

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

function npmCi(folder) {
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const { status } = spawnSync(npm, ["ci", "--ignore-scripts"], {
    cwd: folder,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (status !== 0) process.exit(status ?? 1);
}

/** The files of the package as `npm install loopguard` would put them there. */
function installPackage() {
  if (!existsSync(join(root, "dist", "index.js"))) {
    console.error("There is no dist; run `npm run build` in the root of the project first");
    process.exit(1);
  }
  const { files } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const target = join(here, "node_modules", "loopguard");
  const fresh = `${target}-${process.pid}`;
  for (const file of ["package.json", "README.md", "LICENSE", ...files])
    if (existsSync(join(root, file))) cpSync(join(root, file), join(fresh, file), { recursive: true });
  rmSync(target, { recursive: true, force: true });
  renameSync(fresh, target);
}

/** Examples find these frameworks, too. */
function linkFrameworks() {
  const frameworks = [
    ["genkit", "genkit"],
    ["@voltagent/core", "voltagent"],
  ];
  for (const [name, folder] of frameworks) {
    const link = join(here, "node_modules", name);
    rmSync(link, { recursive: true, force: true });
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(here, folder, "node_modules", name), link, "junction");
  }
}

/** Examples import the frameworks by name, so they run from where those are installed. */
function copyExamples() {
  const target = join(here, "examples");
  rmSync(target, { recursive: true, force: true });
  cpSync(join(root, "examples", "frameworks"), target, { recursive: true });
}
