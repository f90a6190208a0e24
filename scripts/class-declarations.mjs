/**
 * `const A = class A {};` -> `class A {}`, which is the same. lib/ has the first form where TypeScript wants a type for a class; of
 * it esbuild gives the class inside another name, which is what stack traces show.
 */

/** `tree`: the ESTree of `code`. */
export function withClassDeclarations(code, tree) {
  let out = "";
  let at = 0;
  for (const { type, kind, declarations, start, end } of tree.body) {
    if (type !== "VariableDeclaration" || kind !== "const" || declarations.length !== 1) continue;
    const [{ id, init }] = declarations;
    if (init.type !== "ClassExpression" || init.id?.name !== id.name) continue;
    out += `${code.slice(at, start)}${code.slice(init.start, init.end)}`;
    at = end;
  }
  return out + code.slice(at);
}
