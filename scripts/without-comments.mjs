/**
 * JavaScript without its comments and with half of its indentation, else as it is: names and lines of stack traces mean what
 * they did. `tree`: its ESTree. What tells bundlers that a call may be left out stays.
 */
const PURE = /__PURE__/;

export function withoutComments(code, tree) {
  const texts = literals(tree).sort((a, b) => a.start - b.start);
  let out = "";
  let at = 0;
  /** Of code that holds no literal, or a literal as it is. */
  const take = (end, isCode) => {
    const part = code.slice(at, end);
    out += isCode ? part.replace(/\n\s*\n/g, "\n").replace(/\n( *)(?=\S)/g, (_, { length }) => `\n${" ".repeat(length / 2)}`) : part;
    at = end;
  };
  for (const { start, end } of [...texts, { start: code.length, end: code.length }]) {
    for (let open = nextComment(code, at, start); open !== undefined; open = nextComment(code, at, start)) {
      take(open.start, true);
      if (PURE.test(code.slice(open.start, open.end))) take(open.end, false);
      at = open.end;
    }
    take(start, true);
    take(end, false);
  }
  return out;
}

function nextComment(code, from, to) {
  const found = /\/\*[\s\S]*?\*\/|\/\/[^\n]*/.exec(code.slice(from, to));
  return found === null ? undefined : { start: from + found.index, end: from + found.index + found[0].length };
}

/** Strings, regular expressions and the texts of templates. */
function literals(node, found = []) {
  if (Array.isArray(node)) for (const one of node) literals(one, found);
  else if (typeof node?.type === "string") {
    if (node.type === "TemplateElement" || (node.type === "Literal" && typeof node.raw === "string" && /^["'/]/.test(node.raw)))
      found.push(node);
    else for (const value of Object.values(node)) if (typeof value === "object" && value !== null) literals(value, found);
  }
  return found;
}
