/**
 * lib/*.ts -> dist/*.js by plain tsc, and types/ with one file for each entry point; then the WebAssembly module is put beside
 * the JavaScript, and the libraries of the command, the plugins of agents and the page of its report are bundled.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildReport } from "./build-report.mjs";
import { bundleLibraries } from "./bundle-libraries.mjs";
import { bundlePlugins } from "./bundle-plugins.mjs";
import { bundleTypes } from "./bundle-types.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const tsc = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin", "tsc");

for (const folder of ["dist", "types"]) rmSync(join(root, folder), { recursive: true, force: true });
const { status } = spawnSync(process.execPath, [tsc, "-p", "tsconfig.json"], { cwd: root, stdio: "inherit" });
if (status !== 0) process.exit(status ?? 1);
await bundleTypes(root);
copyFileSync(join(root, "native", "wasm", "loopguard.wasm"), join(root, "dist", "loopguard.wasm"));
// For platforms that cannot read a file: see lib/core/wasm-inline.ts.
const base64 = readFileSync(join(root, "native", "wasm", "loopguard.wasm"), "base64");
writeFileSync(join(root, "dist", "core", "wasm-base64.js"), `export const base64 = "${base64}";\n`);
for (const schema of ["scan.schema.json", "scan-line.schema.json"])
  copyFileSync(join(root, "docs", "cli", schema), join(root, "dist", "cli", schema));
bundleLibraries(root);
bundlePlugins(root);
buildReport();
chmodSync(join(root, "dist", "cli", "main.js"), 0o755);
