/**
 * `npm run compile`, for the inner loop: only what has changed, of the addon and the program (hardly optimised), and of out/.
 * Tests of lib/ run on it; `npm run build` makes what is shipped and measured, and dist/.
 */
import { spawn } from "node:child_process";
import { cpSync, mkdirSync, renameSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { forNode, tsc } from "./build-out.mjs";
import { prebuildName } from "./prebuild-name.mjs";
import { missingTool } from "./toolchain.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const headers = createRequire(import.meta.url)("node-api-headers").include_dir;

function run(command, ...args) {
  return new Promise((resolve) => {
    spawn(command, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"] }).on("close", resolve);
  });
}

/** A running program keeps the old file. */
function put(built, ...target) {
  const file = join(root, ...target);
  mkdirSync(dirname(file), { recursive: true });
  cpSync(join(root, "native", "build", "inner", built), `${file}.new`);
  renameSync(`${file}.new`, file);
}

async function compileNative() {
  if (process.platform === "win32") return run("npm", "run", "build:native");
  if (missingTool() !== undefined) return 0;
  const code = await run("make", "--silent", "-C", "native", "-j2", `NODE_API=${headers}`, "inner");
  if (code !== 0) return code;
  put("loopguard.node", "build", "Release", "loopguard.node");
  put("loopguard", "prebuilds", prebuildName(), "loopguard");
  return 0;
}

async function compileTypeScript() {
  const info = join("out", "tsbuildinfo");
  const code = await run(
    process.execPath,
    tsc,
    "-p",
    "tsconfig.json",
    "--incremental",
    "--tsBuildInfoFile",
    info,
    "--declaration",
    "false",
    "--declarationDir",
    "null",
    "--isolatedDeclarations",
    "false",
  );
  forNode(root);
  return code;
}

const codes = await Promise.all([compileNative(), compileTypeScript()]);
process.exitCode = codes.find((code) => code !== 0) ?? 0;
