/** Questions about the modules of out/: of each, by its id, `importedIds`, `dynamicallyImportedIds`, `exports` and `tree`, its ESTree. */
import { isBuiltin } from "node:module";

/**
 * Calls `visit` for a module and for all that it imports; `atOnce`: but not for what it imports later, and not for modules of which
 * `ends` is true. Gives their ids.
 */
export function reach(graph, id, visit = () => {}, atOnce = false, ends = () => false, seen = new Set()) {
  if (seen.has(id) || !graph.has(id) || (seen.size > 0 && ends(id))) return seen;
  seen.add(id);
  visit(graph.get(id), id);
  const { importedIds, dynamicallyImportedIds } = graph.get(id);
  for (const next of atOnce ? importedIds : [...importedIds, ...dynamicallyImportedIds])
    reach(graph, next, visit, atOnce, ends, seen);
  return seen;
}

/** Whether a module has nothing but exports of others: each file may have its own. */
export function onlyPasses({ tree }) {
  return tree.body.every(({ type, source }) => /^Export(?:Named|All)Declaration$/.test(type) && source !== null);
}

/** What kind of declaration an export is. */
export function kindOf({ tree }, name) {
  const found = tree.body.find((one) => one.type === "ExportNamedDeclaration" && one.declaration?.id?.name === name);
  return found?.declaration.type;
}

/** The module of lib/ with this path, without its ending. */
export const idOf = (graph, module) => [...graph.keys()].find((key) => key.endsWith(`/out/${module}.js`));

/** Whether a module, or one that it imports, has an `import` of a module of Node.js, which no bundle for all platforms may have. */
export function importsNode(graph, id) {
  let found = false;
  reach(graph, id, ({ importedIds }) => {
    found ||= importedIds.some((name) => isBuiltin(name));
  });
  return found;
}

/** Whether it does as it is loaded. */
export function importsFramework(graph, id) {
  let found = false;
  reach(graph, id, ({ importedIds }) => {
    // OpenTelemetry keeps what it has in the global object, so that any copy of it will do.
    found ||= importedIds.some((one) => !graph.has(one) && !isBuiltin(one) && one !== "@opentelemetry/api");
  });
  return found;
}

/**
 * The modules that more than one entry point reaches; and those of the main entry point, so that its file has nothing but exports:
 * Node.js reads all of a CommonJS file in JavaScript before it imports a name from it.
 */
export function isShared({ groups }, id) {
  return groups.size > 1 || (groups.has("index") && !id.endsWith("/out/index.js"));
}
