/**
 * out/, one module for each file of lib/ -> dist/, few files that load fast.
 *
 *   dist/node  CommonJS, which Node.js loads for `require` and for `import`: entry points, and what two of them or the command
 *              have in common in `shared.cjs`, but for `plain.cjs`, what the command needs without the core of the guard, and
 *              for parts that are compiled later (scripts/later-parts.mjs). So a process has one copy of it, however it is
 *              loaded. Entry points that are `ofItsOwn` (scripts/entries.mjs) are ES modules beside it, on the same one.
 *   dist/esm   ES modules for bundlers, browsers, Deno and edge runtimes.
 *   dist/cli   the command: ES modules on `shared.cjs`.
 *
 * What Node.js loads keeps the names that stack traces show, and has lines; the rest is as short as can be.
 */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { deflateRawSync } from "node:zlib";
import { transform } from "esbuild";
import { rollup } from "rollup";
import { withClassDeclarations } from "./class-declarations.mjs";
import { chunkOf, MODULES, PROGRAMS } from "./entries.mjs";
import {
  asPart,
  checkOrder,
  exportedAtOnce,
  laterModules,
  PARTS,
  partFile,
  partOf,
  partsOf,
  TAKE,
  takingParts,
} from "./later-parts.mjs";
import { inLines } from "./lines.mjs";
import { idOf, importsFramework, importsNode, isShared, kindOf, onlyPasses, reach } from "./module-graph.mjs";
import { withPureInitializers } from "./pure-initializers.mjs";
import { requiring } from "./requiring.mjs";

/** Files of dist/ that other scripts make; in lib/ a module stands for each. */
const MADE_ELSEWHERE = ["traces/libraries.js", "cli/report/template.js"];
/** Before the path in dist/ of a file that a chunk imports, until it is known where the chunk is. */
const IN_DIST = "in-dist:";
const SHARED = "node/shared.cjs";
const PLAIN = "node/plain.cjs";
const CORE = "/out/core/backend.js";
/** What ES modules need of `shared.cjs`: Node.js looks through all of a CommonJS module for names before it is imported. */
const FOR_MODULES = "node/for-modules.cjs";
/** Modules that are a platform's "#wasm". */
const PLATFORMS = ["core/wasm-inline", "core/wasm-import"];
/** What they import that is no module of lib/: the text of the WebAssembly build, and the build itself. */
const WASM = ["./wasm-text.js", "../loopguard.wasm?module"];

export async function bundleModules(root) {
  const graph = await readGraph(root);
  const names = sharedNames(graph);
  const apart = MODULES.filter(({ ofItsOwn, module }) => ofItsOwn && importsFramework(graph, idOf(graph, module)));
  for (const entry of MODULES) checkOwn(graph, entry);
  const used = new Map();
  use(used, await buildNode(root, (id) => names.get(id), MODULES, { format: "cjs", extension: "cjs" }));
  const forModules = (id) => names.get(id)?.map((one) => ({ ...one, file: FOR_MODULES }));
  const needed = use(new Map(), await buildNode(root, forModules, apart, { format: "es", extension: "js" }));
  use(used, writeForModules(root, names, [...needed.get(FOR_MODULES)].sort()));
  for (const entry of MODULES) if (entry.ofItsOwn && !apart.includes(entry)) writeThin(root, graph, entry);
  use(used, await buildCommand(root, names));
  // Each of these two after all that takes from it.
  for (const part of PARTS) use(used, checkOrder(part, await buildPart(root, names, part)));
  for (const file of [SHARED, PLAIN]) use(used, await buildShared(root, graph, names, file, used.get(file)));
  await buildEsm(root, graph);
  for (const name of ["loopguard.wasm", "hook.wasm"])
    copyFileSync(join(root, "native", "wasm", name), join(root, "dist", name));
}

/** Of each module that an entry point or a program reaches: what it imports and exports, and which of them reach it. */
async function readGraph(root) {
  const graph = new Map();
  const groups = [...MODULES.map(({ module }) => [module]), PROGRAMS];
  const bundle = await rollup({
    input: Object.fromEntries(groups.flat().map((name) => [name, moduleFile(root, name)])),
    plugins: [
      modulesOf(root),
      {
        name: "graph",
        moduleParsed({ id, importedIds, dynamicallyImportedIds, exports, ast }) {
          graph.set(id, { importedIds, dynamicallyImportedIds, exports, tree: ast, groups: new Set() });
        },
      },
    ],
    treeshake: false,
    onwarn: refuse,
  });
  await bundle.close();
  for (const group of groups)
    for (const name of group) reach(graph, moduleFile(root, name), ({ groups }) => groups.add(group[0]));
  return graph;
}

/** The modules of parts of the command that are loaded without the core, which may have no build for a platform. */
function plainModules(graph) {
  const command = [...graph].filter(([id]) => id.includes("/out/cli/"));
  const later = command.flatMap(([, { dynamicallyImportedIds }]) => dynamicallyImportedIds);
  const roots = [
    ...new Set(later),
    ...[...graph.keys()].filter((id) => PROGRAMS.some((name) => id.endsWith(`/out/${name}.js`))),
  ];
  const parts = roots.map((id) => [...reach(graph, id, undefined, true)]);
  return new Set(parts.filter((ids) => !ids.some((id) => id.endsWith(CORE))).flat());
}

/**
 * What the files that are shared export: for each of their modules, and each export of that, the file and a name. Two modules may
 * export the same one.
 */
function sharedNames(graph) {
  const ofNode = new Map([...graph.keys()].map((id) => [id, importsNode(graph, id)]));
  const plain = plainModules(graph);
  const part = partsOf(graph);
  const taken = new Set(["take"]);
  const names = new Map();
  for (const [id, module] of [...graph].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (!isShared(module, id) || onlyPasses(module) || (ofNode.get(id) && inEntries(graph, id).length < 2)) continue;
    if (ofNode.get(id)) throw new Error(`${id} is shared and imports modules of Node.js; ask for them by builtin()`);
    const outside = module.importedIds.filter((name) => !graph.has(name) && !isBuiltin(name));
    if (outside.length > 0) throw new Error(`${id} is shared and imports ${outside}`);
    const own = module.exports.map((name) => {
      let as = name;
      for (let n = 2; taken.has(as); n++) as = `${name}_${n}`;
      taken.add(as);
      const file = plain.has(id) ? PLAIN : part.has(id) ? partFile(part.get(id)) : SHARED;
      // One function for all, whoever calls it.
      return {
        name,
        as,
        file: partOf(id) !== undefined && kindOf(module, name) === "FunctionDeclaration" ? SHARED : file,
      };
    });
    names.set(id, own);
  }
  return names;
}

/** An entry point must be `ofItsOwn` if it imports a framework as it is loaded, or has a default export. */
function checkOwn(graph, { ofItsOwn = false, module }) {
  const id = idOf(graph, module);
  const isOwn = graph.get(id).exports.includes("default") || importsFramework(graph, id);
  if (isOwn && !ofItsOwn) throw new Error(`scripts/entries.mjs: ${module} must be ofItsOwn`);
}

/** The ES module of an entry point that is one for its declarations or its default export alone: what the CommonJS file has. */
function writeThin(root, graph, { module }) {
  const from = `from "./${basename(module)}.cjs";\n`;
  const names = graph.get(idOf(graph, module)).exports;
  const named = `export { ${names.filter((name) => name !== "default").join(", ")} } ${from}`;
  // Bun and jiti give the default of what was an ES module, Node.js all of it.
  const text = names.includes("default") ? `${named}import own ${from}export default own.default ?? own;\n` : named;
  writeFileSync(join(root, "dist", "node", `${module}.js`), text);
}

/** Builds `shared.cjs` or `plain.cjs`, with the exports that are in `used`. */
async function buildShared(root, graph, names, file, used) {
  const lines = [...names].flatMap(([id, own]) =>
    own.filter((one) => one.file === file && used.has(one.as)).map(({ name, as }) => exportLine(name, as, id)),
  );
  if (file === SHARED) lines.push(`export { take } from "${TAKE}";`);
  return await writeShared(
    root,
    file,
    lines,
    [
      onShared(root, (id) => {
        if (partOf(id) !== undefined) return undefined;
        return names.get(id)?.some((one) => one.file !== file) ? names.get(id) : undefined;
      }),
      laterModules(graph, names, IN_DIST),
    ],
    file === SHARED ? [exportedAtOnce] : [],
  );
}

async function buildPart(root, names, part) {
  const file = partFile(part);
  const isOf = (id) => partOf(id) === part || names.get(id)?.some((one) => one.file === file);
  const lines = [...names].flatMap(([id, own]) =>
    isOf(id) ? own.map(({ name, as }) => exportLine(name, as, id)) : [],
  );
  return await writeShared(
    root,
    file,
    lines,
    [onShared(root, (id) => (isOf(id) ? undefined : names.get(id)))],
    [asPart],
  );
}

const exportLine = (name, as, id) => `export { ${name} as ${as} } from ${JSON.stringify(id)};`;

async function writeShared(root, file, lines, plugins, after = []) {
  const ENTRY = "\0shared";
  const entry = {
    name: "shared",
    resolveId: (id) => (id === ENTRY ? id : null),
    load: (id) => (id === ENTRY ? lines.join("\n") : null),
  };
  return await write({
    names: WITH_NAMES,
    input: { [basename(file, ".cjs")]: ENTRY },
    preserveEntrySignatures: "allow-extension", // for chunks of what is loaded later, such as the process of a sandbox
    plugins: [entry, ...plugins, modulesOf(root), commonjs],
    after,
    output: { ...CJS, dir: join(root, "dist", "node"), entryFileNames: "[name].cjs", chunkFileNames: "[name].cjs" },
  });
}

const CJS = {
  format: "cjs",
  exports: "named",
  externalLiveBindings: false,
  esModule: true,
  freeze: false,
  interop: "auto",
};

/** `namesOf`: where the exports of a module are, if it is in another file. */
async function buildNode(root, namesOf, entries, { format, extension }) {
  return await write({
    names: WITH_NAMES,
    input: Object.fromEntries(entries.map(({ module }) => [module, moduleFile(root, module)])),
    plugins: [onShared(root, namesOf), modulesOf(root), ...(format === "cjs" ? [commonjs] : [])],
    after: [takingParts],
    output: {
      ...(format === "cjs" ? CJS : { format }),
      dir: join(root, "dist", "node"),
      entryFileNames: `[name].${extension}`,
      chunkFileNames: `[name].${extension}`,
    },
  });
}

/** Gives what it takes of other files. */
function writeForModules(root, names, needed) {
  const files = new Map([...names.values()].flatMap((own) => own.map(({ as, file }) => [as, file])));
  const lines = needed.map((name) => `exports.${name} = ${takenFile(files.get(name))}.${name};`);
  lines.unshift('const plain = require("./plain.cjs"), shared = require("./shared.cjs");');
  writeFileSync(join(root, "dist", FOR_MODULES), `"use strict";\n${lines.join("\n")}\n`);
  return needed.map((name) => [files.get(name), [name]]);
}

function takenFile(file) {
  const name = basename(file, ".cjs");
  return ["plain", "shared"].includes(name) ? name : `shared.take("./${name}.cjs")`;
}

const ES = { format: "es", entryFileNames: "[name].js", chunkFileNames: "[name].js" };

async function buildCommand(root, names) {
  return await write({
    input: Object.fromEntries(PROGRAMS.map((name) => [basename(name), moduleFile(root, name)])),
    plugins: [onShared(root, (id) => names.get(id)), modulesOf(root), requiring, takingParts],
    output: { ...ES, dir: join(root, "dist", "cli"), manualChunks: (id) => chunkOf(relative(join(root, "out"), id)) },
  });
}

/** The entry points that reach a module; the command is none. */
function inEntries(graph, id) {
  return [...(graph.get(id)?.groups ?? [])].filter((name) => !PROGRAMS.includes(name));
}

async function buildEsm(root, graph) {
  // What is loaded later stays a file of its own, such as the process of a sandbox.
  const atOnce = new Set(MODULES.flatMap(({ module }) => [...reach(graph, moduleFile(root, module), undefined, true)]));
  await write({
    names: FOR_BUNDLERS,
    input: Object.fromEntries(MODULES.map(({ module }) => [module, moduleFile(root, module)])),
    plugins: [modulesOf(root, ["#wasm"])],
    after: [pure],
    output: {
      ...ES,
      dir: join(root, "dist", "esm"),
      manualChunks: (id) => (atOnce.has(id) && inEntries(graph, id).length > 1 ? "shared" : undefined),
    },
  });
  await write({
    names: FOR_BUNDLERS,
    input: Object.fromEntries(PLATFORMS.map((name) => [basename(name), moduleFile(root, name)])),
    plugins: [modulesOf(root)],
    output: { format: "es", dir: join(root, "dist", "esm"), entryFileNames: "[name].js" },
  });
  const wasm = readFileSync(join(root, "native", "wasm", "loopguard.wasm"));
  const packed = deflateRawSync(wasm, { level: 9 }).toString("base64");
  const text = `export const packed = "${packed}";\nexport const size = ${wasm.length};\n`;
  writeFileSync(join(root, "dist", "esm", "wasm-text.js"), text);
}

function moduleFile(root, name) {
  return join(root, "out", `${name}.js`);
}

/** Everything but files of out/ stays an import; `kept` are those, too, that are a file of out/ otherwise. */
function modulesOf(root, kept = []) {
  return {
    name: "modules",
    resolveId(specifier, importer) {
      if (importer === undefined) return null;
      if (specifier === "#wasm" && !kept.includes(specifier)) return moduleFile(root, "core/wasm-file");
      if (WASM.includes(specifier)) return { id: specifier, external: true };
      if (!specifier.startsWith(".")) return specifier.startsWith("/") ? null : { id: specifier, external: true };
      const id = join(importer, "..", specifier);
      const path = relative(join(root, "out"), id);
      return MADE_ELSEWHERE.includes(path) ? { id: IN_DIST + path, external: true } : id;
    },
    renderChunk(code, { fileName }, { dir }) {
      const folder = dirname(relative(join(root, "dist"), join(dir, fileName)));
      const placed = code.replaceAll(new RegExp(`(["'])${IN_DIST}([\\w./-]+)\\1`, "g"), (_, quote, path) => {
        const found = relative(folder, path);
        return `${quote}${found.startsWith(".") ? found : `./${found}`}${quote}`;
      });
      return { code: placed };
    },
  };
}

/** Takes modules from the files that have them. */
function onShared(root, namesOf) {
  const PREFIX = "\0of-shared:";
  return {
    name: "on shared",
    resolveId(specifier, importer) {
      if (specifier.startsWith(IN_DIST)) return { id: specifier, external: true };
      if (importer === undefined) return null;
      const id = specifier === "#wasm" ? moduleFile(root, "core/wasm-file") : join(importer, "..", specifier);
      return namesOf(id) !== undefined ? { id: PREFIX + id, moduleSideEffects: false } : null;
    },
    load(id) {
      if (!id.startsWith(PREFIX)) return null;
      return namesOf(id.slice(PREFIX.length))
        .map(({ name, as, file }) => `export { ${as} as ${name} } from "${IN_DIST}${file}";`)
        .join("\n");
    },
  };
}

/** There is no `import.meta` in CommonJS; see lib/core/own-place.ts. */
const commonjs = { name: "commonjs", resolveImportMeta: () => "undefined" };

/** Helpers that tsc adds for `import(variable)` begin with `this &&`, which is meant. */
function refuse({ code, message }) {
  if (code !== "THIS_IS_UNDEFINED") throw new Error(message);
}

const pure = {
  name: "pure initializers",
  renderChunk(code) {
    return { code: withPureInitializers(code, this.parse(code)) };
  },
};

/** esbuild's options. Without a format it keeps all names but those inside functions. */
const WITH_NAMES = { minify: true };
const SHORT = { minify: true };
/** Some bundlers know `require` in ES modules, too. */
const FOR_BUNDLERS = { ...SHORT, define: { require: "undefined" } };

function shortened(options) {
  return {
    name: "shortened",
    async renderChunk(code) {
      const plain = withClassDeclarations(code, this.parse(code));
      const result = await transform(plain, { ...options, target: "es2022", legalComments: "none" });
      return { code: inLines(result.code, this.parse(result.code)) };
    },
  };
}

/** Gives the files of dist/ that are imported, each with the names that are. */
async function write({ output, plugins, names = SHORT, after = [], ...options }) {
  const bundle = await rollup({
    ...options,
    plugins: [...plugins, shortened(names), ...after],
    treeshake: { moduleSideEffects: true },
    onwarn: refuse,
  });
  mkdirSync(output.dir, { recursive: true });
  const written = await bundle.write({
    generatedCode: { preset: "es2015", symbols: false },
    minifyInternalExports: false,
    hoistTransitiveImports: false,
    ...output,
  });
  await bundle.close();
  const imported = written.output.flatMap(({ importedBindings = {} }) => Object.entries(importedBindings));
  return imported.filter(([id]) => id.startsWith(IN_DIST)).map(([id, list]) => [id.slice(IN_DIST.length), list]);
}

function use(used, imported) {
  for (const [file, names] of imported) used.set(file, new Set([...(used.get(file) ?? []), ...names]));
  return used;
}
