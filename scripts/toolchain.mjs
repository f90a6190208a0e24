/** What this machine has of what compiles C, and what of that was compiled. For the build, and for tests that need either. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { prebuildName } from "./prebuild-name.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

/** `LOOPGUARD_BUILD=required`: where something is missing, fail instead of doing without. `.ci/run` sets it. */
export const isRequired = process.env.LOOPGUARD_BUILD === "required";

function runs(command, ...args) {
  return spawnSync(command, args, { stdio: "ignore" }).status === 0;
}

/** What is missing to compile C, or undefined. On Windows that is left to node-gyp, which searches for Visual Studio. */
export function missingTool() {
  if (process.platform === "win32") return undefined;
  if (!runs("make", "--version")) return "make";
  const [compiler, ...flags] = (process.env.CC ?? "cc").split(" ");
  return runs(compiler, ...flags, "--version") ? undefined : `a C compiler (${compiler})`;
}

/** Whether there is an addon for this platform, where lib/core/native.ts looks for one. */
export function hasAddon() {
  const places = [join("build", "Release"), join("prebuilds", prebuildName())];
  return places.some((place) => existsSync(join(root, place, "loopguard.node")));
}

/** The program in C for this platform, or undefined. */
export function builtProgram() {
  const folder = join(root, "prebuilds");
  const built = existsSync(folder) ? readdirSync(folder).map((platform) => join(folder, platform, "loopguard")) : [];
  return built.find((file) => existsSync(file));
}
