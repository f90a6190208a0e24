/**
 * Builds the addon and the hook program, and puts them where the package carries them:
 * prebuilds/<platform>-<arch>[-musl]/loopguard.node and loopguard-hook. Windows has no hook program; there Node serves.
 * Without a toolchain it says so and ends well, because the WebAssembly build serves; LOOPGUARD_BUILD=required forbids that.
 */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { prebuildName } from "./prebuild-name.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const nodeGyp = join(dirname(createRequire(import.meta.url).resolve("node-gyp/package.json")), "bin", "node-gyp.js");

/** Headers that came with this node, so that nothing has to be fetched. */
function nodeDirectory() {
  const prefix = join(dirname(process.execPath), "..");
  return existsSync(join(prefix, "include", "node", "common.gypi")) ? [`--nodedir=${prefix}`] : [];
}

function gyp(command, options) {
  const args = [nodeGyp, command, "--release", "--loglevel=error", ...nodeDirectory()];
  return spawnSync(process.execPath, args, { cwd: root, ...options });
}

function runs(command, ...args) {
  return spawnSync(command, args, { stdio: "ignore" }).status === 0;
}

/** What is missing to compile C here, or undefined. node-gyp itself looks for Visual Studio and for Python. */
function missingTool() {
  if (process.platform !== "win32") {
    if (!runs("make", "--version")) return "make";
    const [compiler, ...flags] = (process.env.CC ?? "cc").split(" ");
    if (!runs(compiler, ...flags, "--version")) return `a C compiler (${compiler})`;
  }
  rmSync(join(root, "build"), { recursive: true, force: true });
  return gyp("configure", { stdio: "ignore" }).status === 0 ? undefined : "what `npx node-gyp configure` looks for";
}

const missing = missingTool();
if (missing !== undefined) {
  console.error(`loopguard: no native build, ${missing} is not there; the WebAssembly build serves`);
  process.exit(process.env.LOOPGUARD_BUILD === "required" ? 1 : 0);
}
if (gyp("build", { stdio: ["ignore", "ignore", "inherit"] }).status !== 0) {
  console.error("loopguard: the native build failed");
  process.exit(1);
}
/** Beside the old file and then in its place, so that a program that runs keeps the one that it has. */
function ship(built, name) {
  const target = join(root, "prebuilds", prebuildName(), name);
  mkdirSync(dirname(target), { recursive: true });
  cpSync(join(root, built), `${target}.new`);
  renameSync(`${target}.new`, target);
  console.log(`built ${relative(root, target)}`);
}

ship("build/Release/loopguard.node", "loopguard.node");
if (process.platform !== "win32") {
  const make = spawnSync("make", ["--silent", "-C", join(root, "native"), "hook"], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (make.status !== 0) {
    console.error("loopguard: the hook program could not be built");
    process.exit(1);
  }
  ship("native/build/loopguard-hook", "loopguard-hook");
}
