/** Minified code with a line for each statement and member of a class, so that a line number of a stack trace says something. */

const BODIES = ["Program", "BlockStatement", "ClassBody", "StaticBlock"];

/** `tree`: the ESTree of `code`. */
export function inLines(code, tree) {
  const starts = [...new Set(startsIn(tree))].sort((a, b) => a - b).filter((start) => start > 0);
  const parts = starts.map((start, i) => code.slice(start, starts[i + 1]));
  return [code.slice(0, starts[0]), ...parts].join("\n");
}

function* startsIn(node) {
  if (Array.isArray(node)) for (const one of node) yield* startsIn(one);
  else if (typeof node?.type === "string") {
    if (BODIES.includes(node.type)) for (const { start } of node.body) yield start;
    for (const value of Object.values(node)) if (typeof value === "object" && value !== null) yield* startsIn(value);
  }
}
