/**
 * Builds the addon and the program, and copies them to their places in the package:
 * prebuilds/<platform>-<arch>[-musl]/loopguard.node, and the program loopguard. Windows has no program; there Node serves.
 * Without a C toolchain it prints so and succeeds, since the WebAssembly build works too; with LOOPGUARD_BUILD=required
 * it fails.
 */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { prebuildName } from "./prebuild-name.mjs";
import { withProfile } from "./profile.mjs";
import { isRequired, missingTool } from "./toolchain.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const nodeGyp = join(dirname(createRequire(import.meta.url).resolve("node-gyp/package.json")), "bin", "node-gyp.js");

/** The headers of this Node.js installation, so that nothing has to be downloaded. */
function nodeDirectory() {
  const prefix = join(dirname(process.execPath), "..");
  return existsSync(join(prefix, "include", "node", "common.gypi")) ? [`--nodedir=${prefix}`] : [];
}

function gyp(command, options) {
  const args = [nodeGyp, command, "--release", "--loglevel=error", ...nodeDirectory()];
  return spawnSync(process.execPath, args, { cwd: root, ...options });
}

/** What is missing, or undefined. node-gyp itself searches for Visual Studio and Python. */
function missingForAddon() {
  const missing = missingTool();
  if (missing !== undefined) return missing;
  rmSync(join(root, "build"), { recursive: true, force: true });
  return gyp("configure", { stdio: "ignore" }).status === 0 ? undefined : "what `npx node-gyp configure` looks for";
}

const missing = missingForAddon();
if (missing !== undefined) {
  console.error(`loopguard: no native build, ${missing} is not there; the WebAssembly build serves`);
  process.exit(isRequired ? 1 : 0);
}
const [cc, ...ccFlags] = (process.env.CC ?? "cc").split(" ");
const { status } = await withProfile(cc, ccFlags, join(root, "build"), (profile) => {
  const CFLAGS = [process.env.CFLAGS ?? "", ...profile.map((flag) => `'${flag}'`)].join(" "); // make gives them to a shell
  return gyp("build", { stdio: ["ignore", "ignore", "inherit"], env: { ...process.env, CFLAGS } });
});
if (status !== 0) {
  console.error("loopguard: the native build failed");
  process.exit(1);
}
/** Writes beside the old file and then renames, so that a running program keeps the old one. */
function ship(built, name) {
  const target = join(root, "prebuilds", prebuildName(), name);
  mkdirSync(dirname(target), { recursive: true });
  cpSync(join(root, built), `${target}.new`);
  renameSync(`${target}.new`, target);
  console.log(`built ${relative(root, target)}`);
}

ship("build/Release/loopguard.node", "loopguard.node");
if (process.platform !== "win32") {
  const make = spawnSync("make", ["--silent", "-C", join(root, "native"), "program"], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (make.status !== 0) {
    console.error("loopguard: the program could not be built");
    process.exit(1);
  }
  ship("native/build/loopguard", "loopguard");
}
