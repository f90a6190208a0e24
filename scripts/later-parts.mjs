/**
 * Parts of dist/node that are compiled when one of their functions is first called, so that loading the package is fast. In lib/
 * they are imported as all else is, and in dist/esm they are: what a bundler makes is loaded as a whole.
 *
 *   shared.cjs          has, for each function that begins a part, one that takes the part and calls it.
 *   part-executor.cjs   is a function that makes the exports of a part from what it takes of the others. It does not `require`
 *                       them: a test runner that loads modules anew (`resetModules` of Jest) would mix two copies.
 */

/** Modules whose functions, or classes that are only made by `new`, begin a part. What only they need is in it as well. */
export const LATER = {
  guard: [
    "run/guard-engine",
    "run/loop-run",
    "run/run-protocol",
    "run/lineage",
    "run/open-runs",
    "core/run",
    ..."options tool-policy presets table messages record".split(" ").map((name) => `rules/${name}`),
    ..."budget count custom cycle delegation duplicate error-streak limit near-repeat no-news no-progress ping-pong".split(" ").map((name) => `rules/${name}`),
    ..."repeat similar-query stall text-repeat unknown-tool".split(" ").map((name) => `rules/${name}`),
  ],
  executor: [
    "executor/tool-pipeline",
    "executor/executor-config",
    "executor/define-tool",
    "executor/json-schema",
    "executor/clean-schema",
    "executor/artifacts",
    "executor/parameter-schema",
  ],
  messages: [
    "guard/check-messages",
    "guard/check-history",
    "guard/prune/prune-loop",
    "history/history-log",
    "run/replay",
    "core/explanation",
  ],
  store: ["store/stored-run", "store/stored-run-options", "store/replica", "run/snapshot-container"],
  function: ["frameworks/guard-function"],
  values: ["core/similarity", "core/packer-deep", "base/value-text"],
  wasm: ["core/wasm", "core/inflate", "base/sha256"],
  conformance: ["conformance/matchers", "conformance/loop-search", "conformance/recording"],
};

/** What entry points but the main one need as they are loaded, and what several parts need. */
export const MORE = "more";

export const PARTS = [...Object.keys(LATER), MORE];

export const partFile = (part) => `node/part-${part}.cjs`;

/** The part that a module begins. */
export function partOf(id) {
  return Object.keys(LATER).find((part) => LATER[part].some((module) => id.endsWith(`/out/${module}.js`)));
}

/** The module of `shared.cjs` that gives parts. */
export const TAKE = "\0take";

/** `inDist`: stands before the path of a file of dist/. */
export function takeModule(inDist) {
  const files = PARTS.map((part) => `"./part-${part}.cjs": () => require("${inDist}${partFile(part)}")`);
  return `
    import * as plain from "${inDist}node/plain.cjs";
    const taken = { __proto__: null, "./plain.cjs": plain, "./shared.cjs": exports };
    const files = { ${files.join(", ")} };
    export function take(file) {
      const known = taken[file];
      return known === undefined ? files[file]()(take, (taken[file] = {})) : known;
    }`;
}

/** In place of a module that begins a part. `own`: its exports, as the part has them; `kindOf`: what each of them is. */
export function laterModule(part, own, kindOf) {
  const lines = own.flatMap(({ name, as }) => {
    const there = `take("./part-${part}.cjs").${as}`;
    const kind = kindOf(name);
    if (kind === "FunctionDeclaration") return `export function ${name}(...given) { return ${there}(...given); }`;
    return kind === "ClassDeclaration" ? `export function ${name}(...given) { return new (${there})(...given); }` : [];
  });
  return `import { take } from "${TAKE}";\n${lines.join("\n")}\n`;
}

/** Whether a name is nowhere but in imports and after `new`. */
export function onlyMade(node, name) {
  if (Array.isArray(node)) return node.every((one) => onlyMade(one, name));
  if (typeof node !== "object" || node === null || node.type === "ImportDeclaration") return true;
  if (node.type === "Identifier") return node.name !== name;
  if (node.type === "NewExpression" && node.callee.name === name) return onlyMade(node.arguments, name);
  if (node.type === "MemberExpression" && !node.computed) return onlyMade(node.object, name);
  return Object.values(node).every((value) => onlyMade(value, name));
}

/** A part as a function of what it takes. The brackets say to V8 that it is called at once. */
export const asPart = {
  name: "as part",
  renderChunk(code) {
    const body = code.replaceAll(/\brequire\(("\.\/[\w-]+\.cjs")\)/g, "take($1)");
    return { code: `module.exports=((take,exports)=>{\n${body}\nreturn exports});\n` };
  },
};

/** Outside of `shared.cjs`: takes parts from there. */
export const takingParts = {
  name: "taking parts",
  renderChunk(code) {
    const taken = code.replaceAll(
      /\b(require\w*)\("([./a-z]*\/)(part-[\w-]+\.cjs)"\)/g,
      (_, require, path, file) => `${require}("${path}shared.cjs").take("./${file}")`,
    );
    return { code: taken };
  },
};
