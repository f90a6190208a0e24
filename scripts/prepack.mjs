/**
 * Writes the checksums of the binaries and the SBOM, then looks at what `npm pack` would put into the tarball, and fails
 * when something is missing or does not belong there. An install runs no script and compiles nothing, so the tarball has
 * to be whole; with `--release`, it has to have the binaries of every platform.
 */
import { chmodSync, existsSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { CHECKSUMS, writeChecksums } from "./checksums.mjs";
import { packedFiles, root } from "./packed-files.mjs";
import { PREBUILDS, prebuildName } from "./prebuild-name.mjs";
import { SBOM, writeSbom } from "./sbom.mjs";
import { LICENCES } from "./third-party.mjs";

/** Every path that an `exports` map leads to. */
function targets(exports) {
  return typeof exports === "string" ? [exports.replace("./", "")] : Object.values(exports).flatMap(targets);
}

/** What a file of `dist` imports from elsewhere; comments, in which examples import the package itself, are left out. */
function importsOf(path) {
  const code = readFileSync(join(root, path), "utf8").replace(/^\s*(?:\/\*\*[\s\S]*?\*\/|\/\/.*)$/gm, "");
  const specifiers = code.matchAll(/\b(?:from|import|require)\s*\(?\s*["']([\w@.#/:-]+)["']/g);
  return [...specifiers].map(([, name]) => name).filter((name) => !name.startsWith("."));
}

/** "@a/b" of "@a/b/c". */
function packageOf(specifier) {
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}

function binaries(platform) {
  const names = platform.startsWith("win32") ? ["loopguard.node"] : ["loopguard.node", "loopguard"];
  return names.map((name) => `prebuilds/${platform}/${name}`);
}

// Artifacts of a workflow lose it, and npm packs it as it is.
for (const path of PREBUILDS.flatMap(binaries)) if (existsSync(join(root, path))) chmodSync(join(root, path), 0o755);
writeSbom(root);
writeChecksums(root);
const packed = new Set(packedFiles());
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
/** Packages that users bring along, by the entry points that import them. */
const FRAMEWORKS = [
  "@duckdb/node-api",
  "@google/adk",
  "@langchain/core",
  "@langchain/langgraph",
  "@opentelemetry/api",
  "@strands-agents/sdk",
  "vitest",
];

const required = [
  ...targets(manifest.exports),
  ...targets(manifest.imports),
  ...Object.values(manifest.bin),
  "dist/hook.wasm",
  "dist/loopguard.wasm",
  "dist/esm/wasm-text.js", // also for what bundlers make of dist/node
  "dist/traces/libraries.js",
  "dist/cli/scan-line.schema.json",
  "dist/cli/scan.schema.json",
  LICENCES,
  ...(process.argv.includes("--release") ? PREBUILDS : [prebuildName()]).flatMap(binaries),
  CHECKSUMS,
  SBOM,
];
const problems = required.filter((path) => !packed.has(path)).map((path) => `is missing: ${path}`);

/** npm would compile a package that has a binding.gyp, on machines without a compiler too. */
if (packed.has("binding.gyp")) problems.push("must not be in it: binding.gyp");
const compiled = [...packed].filter((path) => /^dist\/.*\.c?js$/.test(path));
for (const path of compiled)
  for (const specifier of importsOf(path)) {
    const own = Object.hasOwn(manifest.imports, specifier);
    if (!own && !FRAMEWORKS.includes(packageOf(specifier)) && !isBuiltin(specifier))
      problems.push(`must not import ${specifier}: ${path}`);
  }
for (const script of ["preinstall", "install", "postinstall"])
  if (manifest.scripts[script] !== undefined) problems.push(`must not be in package.json: the script "${script}"`);
for (const kind of ["dependencies", "optionalDependencies", "peerDependencies", "peerDependenciesMeta"])
  if (manifest[kind] !== undefined) problems.push(`must not be in package.json: ${kind}`);

if (problems.length > 0) {
  console.error(`The tarball is not whole (npm run build makes what is missing):\n  ${problems.join("\n  ")}`);
  process.exit(1);
}
