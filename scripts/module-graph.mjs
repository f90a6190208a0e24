/** Questions about the modules of out/: of each, by its id, `importedIds`, `dynamicallyImportedIds`, `exports` and `tree`, its ESTree. */

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
