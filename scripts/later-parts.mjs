/**
 * Parts of dist/node that are compiled when one of their functions is first called, so that loading the package is fast. In lib/
 * they are imported as all else is, and in dist/esm they are: what a bundler makes is loaded as a whole.
 *
 *   shared.cjs          has, for each function that begins a part, one that takes the part and calls it.
 *   part-executor.cjs   is a function that makes the exports of a part from what it takes of the others. It does not `require`
 *                       them: a test runner that loads modules anew (`resetModules` of Jest) would mix two copies.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { MODULES } from "./entries.mjs";
import { kindOf, reach } from "./module-graph.mjs";

const DETECTORS = readdirSync(new URL("../lib/rules/detectors", import.meta.url)).map(
  (file) => `rules/detectors/${file.replace(".ts", "")}`,
);

/** Modules whose functions, or classes that are only made by `new`, begin a part. What only they need is in it as well. Nothing that is
 * called as `shared.cjs` is loaded can be one, such as the loading of WebAssembly: a part needs all exports of that. */
const LATER = {
  // What the others need of it is in it, so it takes no other part.
  guard: [
    ...["guard-engine", "loop-run", "base-run", "run-tree"].map((name) => `run/${name}`),
    ...["options", "tool-policy", "presets", "table", "verdict-texts", "detection", "detector-record"].map(
      (name) => `rules/${name}`,
    ),
    ...DETECTORS,
    ...["run/call-input", "run/usage", "base/failures", "core/run", "core/identity", "core/similarity"],
  ],
  // Not what they need for each call: of a part that takes a function of another, each call has one step more.
  adapters: [
    ...["call-run", "agent-run", "desk", "recovery", "text-monitor", "text-responses"].map((name) => `adapter/${name}`),
    ...["framework-versions", "ai-sdk-model", "ai-sdk-steps", "ai-sdk-output"].map((name) => `frameworks/${name}`),
    ...["transcripts", "transcript-shapes", "user-words"].map((name) => `history/${name}`),
    ...["fresh-start", "exchanges"].map((name) => `guard/prune/${name}`),
  ],
  executor: [
    ...["tool-pipeline", "executor-config", "define-tool", "json-schema", "clean-schema"].map(
      (name) => `executor/${name}`,
    ),
    ...["artifacts", "parameter-schema"].map((name) => `executor/${name}`),
  ],
  messages: [
    ...["check-messages", "check-history", "prune/prune-loop", "prune/message-form"].map((name) => `guard/${name}`),
    "history/history-log",
    "run/replay",
    "core/explanation",
  ],
  store: ["store/stored-run", "store/stored-run-options", "store/local-state", "run/snapshot-container"],
  function: ["frameworks/guard-function"],
  values: ["core/packer-deep", "base/value-text"],
  conformance: ["conformance/matchers", "conformance/loop-search", "conformance/recording"],
};

/** What entry points but the main one need as they are loaded, and what several parts need. */
const MORE = "more";

/** In an order in which each takes at once what it needs of those before it: none may take itself, through another. */
export const PARTS = ["guard", MORE, ...Object.keys(LATER).filter((part) => part !== "guard")];

/** Throws if a part takes one that comes after it. Gives what it takes back. */
export function checkOrder(part, imported) {
  for (const [file] of imported)
    if (PARTS.slice(PARTS.indexOf(part)).some((later) => partFile(later) === file))
      throw new Error(`The part ${part} takes ${file} at once: make a function begin that`);
  return imported;
}

export const partFile = (part) => `node/part-${part}.cjs`;

/** The part that a module begins. */
export function partOf(id) {
  return Object.keys(LATER).find((part) => LATER[part].some((module) => id.endsWith(`/out/${module}.js`)));
}

/** The module of `shared.cjs` that gives parts. */
export const TAKE = "\0take";

/** `inDist`: stands before the path of a file of dist/. */
function takeModule(inDist) {
  const files = PARTS.map((part) => `"./part-${part}.cjs": () => require("${inDist}${partFile(part)}")`);
  return `
    import * as plain from "${inDist}node/plain.cjs";
    const taken = { __proto__: null, "./plain.cjs": plain, get "./shared.cjs"() { return exports; } };
    const files = { ${files.join(", ")} };
    export function take(file) {
      const known = taken[file];
      return known === undefined ? files[file]()(take, (taken[file] = {})) : known;
    }`;
}

/** Of each module that is not in `shared.cjs`: its part. */
export function partsOf(graph) {
  const isLater = (id) => partOf(id) !== undefined;
  const atOnce = (module) => {
    const id = [...graph.keys()].find((one) => one.endsWith(`/out/${module}.js`));
    if (id === undefined) throw new Error(`scripts/later-parts.mjs: there is no module ${module}`);
    return [...reach(graph, id, undefined, true, isLater)];
  };
  const first = new Set(atOnce("index"));
  const more = new Set(MODULES.filter(({ module }) => module !== "index").flatMap(({ module }) => atOnce(module)));
  const later = new Map(Object.entries(LATER).map(([part, modules]) => [part, new Set(modules.flatMap(atOnce))]));
  const parts = new Map();
  for (const id of graph.keys()) {
    if (first.has(id)) continue;
    const of = [...later.keys()].filter((part) => later.get(part).has(id));
    const begun = partOf(id);
    if (begun !== undefined) parts.set(id, begun);
    else if (of.includes("guard") && more.has(id))
      continue; // in shared.cjs, or adapters would load the whole part for it
    else if (of.includes("guard")) parts.set(id, "guard");
    else if (more.has(id) || of.length > 1) parts.set(id, MORE);
    else if (of.length === 1) parts.set(id, of[0]);
  }
  return parts;
}

/** In `shared.cjs`: what takes a part, in place of the modules that begin one. */
export function laterModules(graph, names, inDist) {
  const LATER_ID = "\0later:";
  return {
    name: "later modules",
    resolveId(specifier, importer) {
      if (specifier === TAKE) return { id: TAKE, moduleSideEffects: false };
      const id = importer === undefined ? specifier : join(importer, "..", specifier);
      const found = graph.has(specifier) ? specifier : id;
      return partOf(found) === undefined ? null : { id: LATER_ID + found, moduleSideEffects: false };
    },
    load(id) {
      if (id === TAKE) return takeModule(inDist);
      if (!id.startsWith(LATER_ID)) return null;
      const module = id.slice(LATER_ID.length);
      return laterModule(partOf(module), names.get(module), (name) => kindOf(graph.get(module), name));
    },
    moduleParsed({ id, ast }) {
      for (const { source, specifiers = [] } of graph.has(id) ? ast.body : []) {
        const from = source === undefined || source === null ? "" : join(id, "..", source.value);
        if (partOf(from) === undefined) continue;
        for (const { imported, local } of specifiers)
          if (
            kindOf(graph.get(from), (imported ?? local).name) === "ClassDeclaration" &&
            !onlyMade(ast.body, local.name)
          )
            throw new Error(`${id}: of ${local.name}, which is compiled later, there may be nothing but \`new\``);
      }
    },
  };
}

/** In place of a module that begins a part. `own`: its exports, as the part has them; `kindOf`: what each of them is. */
function laterModule(part, own, kindOf) {
  const lines = own.flatMap(({ name, as }) => {
    const there = `take("./part-${part}.cjs").${as}`;
    const kind = kindOf(name);
    if (kind === "FunctionDeclaration") return `export function ${name}(...given) { return ${there}(...given); }`;
    return kind === "ClassDeclaration" ? `export function ${name}(...given) { return new (${there})(...given); }` : [];
  });
  return `import { take } from "${TAKE}";\n${lines.join("\n")}\n`;
}

/** Whether a name is nowhere but in imports and after `new`. */
function onlyMade(node, name) {
  if (Array.isArray(node)) return node.every((one) => onlyMade(one, name));
  if (typeof node !== "object" || node === null || node.type === "ImportDeclaration") return true;
  if (node.type === "Identifier") return node.name !== name;
  if (node.type === "NewExpression" && node.callee.name === name) return onlyMade(node.arguments, name);
  if (node.type === "MemberExpression" && !node.computed) return onlyMade(node.object, name);
  return Object.values(node).every((value) => onlyMade(value, name));
}

/** A part as a function of what it takes. The brackets say to V8 that it is called at once; of an arrow Node.js 20 does not see it. */
export const asPart = {
  name: "as part",
  renderChunk(code) {
    const body = code.replaceAll(/\brequire\(("\.\/[\w-]+\.cjs")\)/g, "take($1)");
    return { code: `module.exports=(function(take,exports){\n${body}\nreturn exports});\n` };
  },
};

/** Sets the exports of `shared.cjs`, some hundred, in one step: each `exports.name =` would change the shape of the object. */
export const exportedAtOnce = {
  name: "exported at once",
  renderChunk(code) {
    const made = code.replace(/(?<=\n)exports\.\w+=[^;{}()]+;\s*$/, (list) => {
      const pairs = list
        .trim()
        .replace(/;$/, "")
        .replaceAll("exports.", "")
        .replaceAll("=", ":")
        .replaceAll(/(?<=^|,)(\w+):\1(?=,|$)/g, "$1");
      return `exports=module.exports={${pairs}};\n`;
    });
    return { code: made };
  },
};

/** Outside of `shared.cjs`: takes parts from there, those that have a name of their own when they are first used. */
export const takingParts = {
  name: "taking parts",
  renderChunk(code) {
    const later = [];
    const taken = code.replaceAll(
      /(?:\b(\w+)=)?\b(require\w*)\("([./a-z]*\/)(part-[\w-]+\.cjs)"\)/g,
      (_, name, require, path, file) => {
        const take = `${require}("${path}shared.cjs").take`;
        if (name === undefined) return `${take}("./${file}")`;
        later.push(name);
        return `${name}=${take}.bind(null,"./${file}")`;
      },
    );
    // In brackets behind `new`, which else would be of the call.
    const called = (text, name) =>
      text.replaceAll(`new ${name}.`, `new (${name}()).`).replaceAll(`${name}.`, `${name}().`);
    return { code: later.reduce(called, taken) };
  },
};
