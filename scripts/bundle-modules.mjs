/**
 * out/, one module for each file of lib/ -> dist/, few files that load fast.
 *
 *   dist/node  CommonJS, which Node.js loads for `require` and for `import`: entry points, and what two of them or the command
 *              have in common in `shared.cjs`, but for `plain.cjs`, what the command needs without the core of the guard. So a process has one copy of it, however it is loaded. Entry points that are `ofItsOwn`
 *              (scripts/entries.mjs) are ES modules beside it, on the same `shared.cjs`.
 *   dist/esm   ES modules for bundlers, browsers, Deno and edge runtimes.
 *   dist/cli   the command: ES modules on `shared.cjs`.
 *
 * What Node.js loads keeps all names, for stack traces, and has lines; the rest is as short as can be.
 */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { deflateRawSync } from "node:zlib";
import { transform } from "esbuild";
import { rollup } from "rollup";
import { withClassDeclarations } from "./class-declarations.mjs";
import { MODULES, PROGRAMS } from "./entries.mjs";
import { inLines } from "./lines.mjs";
import { withPureInitializers } from "./pure-initializers.mjs";

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
  for (const file of [PLAIN, SHARED]) await buildShared(root, names, file);
  for (const name of ["loopguard.wasm", "hook.wasm"])
    copyFileSync(join(root, "native", "wasm", name), join(root, "dist", name));
  const apart = MODULES.filter(({ ofItsOwn }) => ofItsOwn);
  for (const { module } of MODULES) checkOwn(graph, module);
  await buildNode(root, names, MODULES, { format: "cjs", extension: "cjs" });
  const forModules = new Map([...names].map(([id, one]) => [id, { ...one, file: FOR_MODULES }]));
  await buildNode(root, forModules, apart, { format: "es", extension: "js" });
  writeForModules(root, names, apart);
  await buildCommand(root, names);
  await buildEsm(root, graph);
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
        moduleParsed({ id, importedIds, dynamicallyImportedIds, exports }) {
          graph.set(id, { importedIds, dynamicallyImportedIds, exports, groups: new Set() });
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

/** Calls `visit` for a module and for all that it imports; `atOnce`: but not for what it imports later. Gives their ids. */
function reach(graph, id, visit = () => {}, atOnce = false, seen = new Set()) {
  if (seen.has(id) || !graph.has(id)) return seen;
  seen.add(id);
  visit(graph.get(id), id);
  const { importedIds, dynamicallyImportedIds } = graph.get(id);
  for (const next of atOnce ? importedIds : [...importedIds, ...dynamicallyImportedIds])
    reach(graph, next, visit, atOnce, seen);
  return seen;
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
 * The modules that more than one of them reaches; and those of the main entry point, so that its file has nothing but exports:
 * Node.js reads all of a CommonJS file in JavaScript before it imports a name from it.
 */
function isShared({ groups }, id) {
  return groups.size > 1 || (groups.has("index") && !id.endsWith("/out/index.js"));
}

/** Whether a module, or one that it imports, has an `import` of a module of Node.js, which no bundle for all platforms may have. */
function importsNode(graph, id) {
  let found = false;
  reach(graph, id, ({ importedIds }) => {
    found ||= importedIds.some((name) => isBuiltin(name));
  });
  return found;
}

/** What `shared.cjs` exports: for each of its modules, and each export of that, a name. Two modules may export the same one. */
function sharedNames(graph) {
  const ofNode = new Map([...graph.keys()].map((id) => [id, importsNode(graph, id)]));
  const plain = plainModules(graph);
  const taken = new Set();
  const names = new Map();
  for (const [id, module] of [...graph].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (!isShared(module, id) || (ofNode.get(id) && inEntries(graph, id).length < 2)) continue;
    if (ofNode.get(id)) throw new Error(`${id} is shared and imports modules of Node.js; ask for them by builtin()`);
    const outside = module.importedIds.filter((name) => !graph.has(name) && !isBuiltin(name));
    if (outside.length > 0) throw new Error(`${id} is shared and imports ${outside}`);
    const own = new Map();
    for (const name of module.exports) {
      let free = name;
      for (let n = 2; taken.has(free); n++) free = `${name}_${n}`;
      taken.add(free);
      own.set(name, free);
    }
    names.set(id, { own, file: plain.has(id) ? PLAIN : SHARED });
  }
  return names;
}

/** An entry point must be `ofItsOwn` if it imports a framework as it is loaded, or has a default export. */
function checkOwn(graph, module) {
  const { ofItsOwn = false, module: name } = MODULES.find((entry) => entry.module === module);
  const id = [...graph.keys()].find((key) => key.endsWith(`/out/${name}.js`));
  let isOwn = graph.get(id).exports.includes("default");
  reach(graph, id, ({ importedIds }) => {
    // OpenTelemetry keeps what it has in the global object, so that any copy of it will do.
    isOwn ||= importedIds.some((one) => !graph.has(one) && !isBuiltin(one) && one !== "@opentelemetry/api");
  });
  if (isOwn && !ofItsOwn) throw new Error(`scripts/entries.mjs: ${name} must be ofItsOwn`);
}

async function buildShared(root, names, file) {
  const ENTRY = "\0shared";
  const lines = [...names].flatMap(([id, { own, file: in_ }]) => {
    if (in_ !== file || own.size === 0) return [];
    return `export { ${[...own].map(([name, as]) => `${name} as ${as}`).join(", ")} } from ${JSON.stringify(id)};`;
  });
  const entry = {
    name: "shared",
    resolveId: (id) => (id === ENTRY ? id : null),
    load: (id) => (id === ENTRY ? lines.join("\n") : null),
  };
  await write({
    names: WITH_NAMES,
    input: { [basename(file, ".cjs")]: ENTRY },
    plugins: [
      entry,
      onShared(root, new Map([...names].filter(([, one]) => one.file !== file && file === SHARED))),
      modulesOf(root),
      commonjs,
    ],
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

async function buildNode(root, names, entries, { format, extension }) {
  await write({
    names: WITH_NAMES,
    input: Object.fromEntries(entries.map(({ module }) => [module, moduleFile(root, module)])),
    plugins: [onShared(root, names), modulesOf(root), ...(format === "cjs" ? [commonjs] : [])],
    output: {
      ...(format === "cjs" ? CJS : { format }),
      dir: join(root, "dist", "node"),
      entryFileNames: `[name].${extension}`,
      chunkFileNames: `[name].${extension}`,
    },
  });
}

function writeForModules(root, names, entries) {
  const needed = new Set();
  for (const { module } of entries) {
    const code = readFileSync(join(root, "dist", "node", `${module}.js`), "utf8");
    const imports = code.matchAll(/import\{([^}]*)\}from"[./]*\/for-modules\.cjs"/g);
    for (const [, list] of imports) for (const one of list.split(",")) needed.add(one.split(" as ")[0]);
  }
  const files = new Map([...names.values()].flatMap(({ own, file }) => [...own.values()].map((name) => [name, file])));
  const lines = [...needed].sort().map((name) => `exports.${name} = ${basename(files.get(name), ".cjs")}.${name};`);
  const head = ["plain", "shared"].map((name) => `const ${name} = require("./${name}.cjs");`);
  writeFileSync(join(root, "dist", FOR_MODULES), `"use strict";\n${[...head, ...lines].join("\n")}\n`);
}

async function buildCommand(root, names) {
  await write({
    input: Object.fromEntries(PROGRAMS.map((name) => [basename(name), moduleFile(root, name)])),
    plugins: [onShared(root, names), modulesOf(root), requiring],
    output: { format: "es", dir: join(root, "dist", "cli"), entryFileNames: "[name].js", chunkFileNames: "[name].js" },
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
      format: "es",
      dir: join(root, "dist", "esm"),
      entryFileNames: "[name].js",
      chunkFileNames: "[name].js",
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

/** Takes modules of `shared.cjs` from there. */
function onShared(root, names) {
  const PREFIX = "\0of-shared:";
  return {
    name: "on shared",
    resolveId(specifier, importer) {
      if (specifier.startsWith(IN_DIST)) return { id: specifier, external: true };
      if (importer === undefined) return null;
      const id = specifier === "#wasm" ? moduleFile(root, "core/wasm-file") : join(importer, "..", specifier);
      return names.has(id) ? { id: PREFIX + id, moduleSideEffects: false } : null;
    },
    load(id) {
      if (!id.startsWith(PREFIX)) return null;
      const { own, file } = names.get(id.slice(PREFIX.length));
      const list = [...own].map(([name, as]) => `${as} as ${name}`);
      return `export { ${list.join(", ")} } from "${IN_DIST}${file}";`;
    },
  };
}

/** There is no `import.meta` in CommonJS; see lib/core/own-place.ts. */
const commonjs = { name: "commonjs", resolveImportMeta: () => "undefined" };

/** Helpers that tsc adds for `import(variable)` begin with `this &&`, which is meant. */
function refuse({ code, message }) {
  if (code !== "THIS_IS_UNDEFINED") throw new Error(message);
}

/**
 * ES modules that `require` CommonJS. For the command: Node.js 20 ends when an imported CommonJS module throws, also where the error
 * is caught, and looks through all of it for names first.
 */
const requiring = {
  name: "requiring",
  renderChunk(code) {
    let out = "";
    let at = 0;
    for (const { type, source, specifiers = [], start, end } of this.parse(code).body) {
      if (source == null || !source.value.endsWith(".cjs")) continue;
      if (type !== "ImportDeclaration") throw new Error(`An export of ${source.value}`);
      const names = specifiers.map(({ imported, local }) => `${imported.name}: ${local.name}`);
      out += `${code.slice(at, start)}const { ${names.join(", ")} } = requireCommonJs("${source.value}");`;
      at = end;
    }
    if (at === 0) return null;
    const head =
      'import { createRequire } from "node:module";\nconst requireCommonJs = createRequire(import.meta.url);\n';
    return { code: head + out + code.slice(at) };
  },
};

const pure = {
  name: "pure initializers",
  renderChunk(code) {
    return { code: withPureInitializers(code, this.parse(code)) };
  },
};

/** esbuild's options. */
const WITH_NAMES = { minifyWhitespace: true, minifySyntax: true };
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

async function write({ output, plugins, names = SHORT, after = [], ...options }) {
  const bundle = await rollup({
    ...options,
    plugins: [...plugins, shortened(names), ...after],
    treeshake: { moduleSideEffects: true },
    onwarn: refuse,
  });
  mkdirSync(output.dir, { recursive: true });
  await bundle.write({
    generatedCode: { preset: "es2015", symbols: false },
    minifyInternalExports: false,
    hoistTransitiveImports: false,
    ...output,
  });
  await bundle.close();
}
