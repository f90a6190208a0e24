/**
 * Says to bundlers that what a module computes for a constant is only for that constant, so that they leave out what is not used:
 * many modules of lib/ are one file in dist/esm, and of a file that is used bundlers keep every call. It holds because
 * "sideEffects" of package.json says the same of each module.
 */

/** `tree`: the ESTree of `code`. */
export function withPureInitializers(code, tree) {
  let out = "";
  let at = 0;
  const wrap = ({ start, end }, before = "", after = "") => {
    out += `${code.slice(at, start)}${before}/* @__PURE__ */ (() => (${code.slice(start, end)}))()${after}`;
    at = end;
  };
  for (const statement of tree.body) {
    if (statement.type === "ClassDeclaration" && mayDo(statement))
      wrap(statement, `const ${statement.id.name} = `, ";");
    if (statement.type !== "VariableDeclaration" || statement.kind !== "const") continue;
    for (const { id, init } of statement.declarations) if (id.type === "Identifier" && mayDo(init)) wrap(init);
  }
  return out + code.slice(at);
}

const CALLS = [
  "BinaryExpression",
  "CallExpression",
  "NewExpression",
  "TaggedTemplateExpression",
  "MemberExpression",
  "StaticBlock",
  "SpreadElement",
];
const FUNCTIONS = ["FunctionExpression", "FunctionDeclaration", "ArrowFunctionExpression"];

/** Whether it calls something, or reads a member, when it is evaluated. */
function mayDo(node) {
  if (Array.isArray(node)) return node.some(mayDo);
  if (typeof node?.type !== "string") return false;
  if (CALLS.includes(node.type)) return true;
  if (node.type === "TemplateLiteral") return node.expressions.length > 0; // a part may have a method toString
  if (FUNCTIONS.includes(node.type)) return false;
  if (node.type === "PropertyDefinition" && !node.static) return node.computed && mayDo(node.key);
  return Object.values(node).some((value) => typeof value === "object" && value !== null && mayDo(value));
}
