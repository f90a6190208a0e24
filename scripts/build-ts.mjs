/**
 * lib/*.ts -> out/*.js by plain tsc, a module for each, which only scripts, tests and benchmarks load; of them dist/, which is what
 * the package has (scripts/bundle-modules.mjs), and types/ with one file for each entry point. Then the libraries of the command
 * and the page of its report are bundled.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { forNode, tsc } from "./build-out.mjs";
import { buildReport } from "./build-report.mjs";
import { bundleLibraries } from "./bundle-libraries.mjs";
import { bundleModules } from "./bundle-modules.mjs";
import { bundleTypes } from "./bundle-types.mjs";

const minified = (path) => JSON.stringify(JSON.parse(readFileSync(path, "utf8")));
const root = fileURLToPath(new URL("..", import.meta.url));

for (const folder of ["dist", "out", "types"]) rmSync(join(root, folder), { recursive: true, force: true });
const { status } = spawnSync(process.execPath, [tsc, "-p", "tsconfig.json"], { cwd: root, stdio: "inherit" });
if (status !== 0) process.exit(status ?? 1);
await bundleModules(root);
forNode(root);
await bundleTypes(root);
mkdirSync(join(root, "dist", "cli"), { recursive: true });
for (const schema of ["scan.schema.json", "scan-line.schema.json"])
  writeFileSync(join(root, "dist", "cli", schema), minified(join(root, "docs", "cli", schema)));
bundleLibraries(root);
buildReport();
// The place that tools outside of the project have always loaded; the package leaves it out.
writeFileSync(join(root, "dist", "index.js"), 'export * from "./node/index.cjs";\n');
chmodSync(join(root, "dist", "cli", "main.js"), 0o755);
