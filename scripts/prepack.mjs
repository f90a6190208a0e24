/**
 * Writes the checksums of the binaries and the SBOM, then looks at what `npm pack` would put into the tarball, and fails
 * when something is missing or does not belong there. An install runs no script and compiles nothing, so the tarball has
 * to be whole; with `--release`, it has to have the binaries of every platform.
 */
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PLUGIN_FILES } from "./bundle-plugins.mjs";
import { CHECKSUMS, writeChecksums } from "./checksums.mjs";
import { PREBUILDS, prebuildName } from "./prebuild-name.mjs";
import { SBOM, writeSbom } from "./sbom.mjs";
import { thirdParty } from "./third-party.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Paths of the tarball, as npm itself works them out. */
function packedFiles() {
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ["npm"];
  const args = [...npm.slice(1), "pack", "--dry-run", "--json", "--ignore-scripts"];
  const report = JSON.parse(
    execFileSync(npm[0], args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }),
  );
  const [tarball] = Object.values(report); // an array, or an object by name, as npm's version has it
  return tarball.files.map(({ path }) => path);
}

function sources(folder, extension) {
  return readdirSync(join(root, folder), { recursive: true })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => name.endsWith(extension))
    .map((name) => `${folder}/${name}`);
}

/** Every path that an `exports` map leads to. */
function targets(exports) {
  return typeof exports === "string" ? [exports.replace("./", "")] : Object.values(exports).flatMap(targets);
}

/** What a file of `dist` imports from elsewhere; comments, in which examples import the package itself, are left out. */
function importsOf(path) {
  const code = readFileSync(join(root, path), "utf8").replace(/^\s*(?:\/\*\*[\s\S]*?\*\/|\/\/.*)$/gm, "");
  const specifiers = code.matchAll(/\b(?:from|import|require)\s*\(?\s*"([^"\n]+)"/g);
  return [...specifiers].map(([, name]) => name).filter((name) => !name.startsWith("."));
}

/** "@a/b" of "@a/b/c". */
function packageOf(specifier) {
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}

function binaries(platform) {
  const names = platform.startsWith("win32") ? ["loopguard.node"] : ["loopguard.node", "loopguard-hook"];
  return names.map((name) => `prebuilds/${platform}/${name}`);
}

// Artifacts of a workflow lose it, and npm packs it as it is.
for (const path of PREBUILDS.flatMap(binaries)) if (existsSync(join(root, path))) chmodSync(join(root, path), 0o755);
writeSbom(root);
writeChecksums(root);
/** The WebAssembly build as text; scripts/build-ts.mjs writes it. */
const INLINE = "core/wasm-base64.js";
const packed = new Set(packedFiles());
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
/** Bundled into the template of the report, and not published as modules. */
const PAGE = "lib/cli/report/page/";
/** Declarations stand for frameworks that the package is built without; nothing of them is published. */
const modules = sources("lib", ".ts")
  .filter((path) => !path.endsWith(".d.ts") && !path.startsWith(PAGE))
  .map((path) => path.slice("lib/".length, -".ts".length));

const required = [
  ...targets(manifest.exports),
  ...targets(manifest.imports),
  ...Object.values(manifest.bin),
  ...modules.map((name) => `dist/${name}.js`),
  "dist/loopguard.wasm",
  `dist/${INLINE}`,
  ...PLUGIN_FILES,
  "dist/bundled/libraries.js",
  "dist/cli/scan-line.schema.json",
  "dist/cli/scan.schema.json",
  "dist/bundled/THIRD-PARTY.txt",
  ...(process.argv.includes("--release") ? PREBUILDS : [prebuildName()]).flatMap(binaries),
  CHECKSUMS,
  SBOM,
  ...["include", "src", "door", "addon", "wasm", "vendor"].flatMap((part) => [
    ...sources(`native/${part}`, ".c"),
    ...sources(`native/${part}`, ".h"),
  ]),
  ...thirdParty(root).flatMap(({ text }) => text ?? []),
];
const problems = required.filter((path) => !packed.has(path)).map((path) => `is missing: ${path}`);

/** npm would compile a package that has a binding.gyp, on machines without a compiler too. */
if (packed.has("binding.gyp")) problems.push("must not be in it: binding.gyp");
const compiled = [...packed].filter((path) => /^dist\/.*\.js$/.test(path));
for (const path of compiled)
  if (
    path !== `dist/${INLINE}` &&
    !PLUGIN_FILES.includes(path) &&
    !modules.includes(path.slice("dist/".length, -".js".length))
  )
    problems.push(`has no source any more: ${path}`);
for (const path of compiled)
  for (const specifier of importsOf(path)) {
    const peer = manifest.peerDependenciesMeta?.[packageOf(specifier)]?.optional === true;
    const own = Object.hasOwn(manifest.imports, specifier);
    if (!own && !peer && !isBuiltin(specifier)) problems.push(`must not import ${specifier}: ${path}`);
  }
for (const script of ["preinstall", "install", "postinstall"])
  if (manifest.scripts[script] !== undefined) problems.push(`must not be in package.json: the script "${script}"`);
if (Object.keys(manifest.dependencies ?? {}).length > 0) problems.push("must not be in package.json: dependencies");

if (problems.length > 0) {
  console.error(`The tarball is not whole (npm run build makes what is missing):\n  ${problems.join("\n  ")}`);
  process.exit(1);
}
