/**
 * ES modules that `require` CommonJS. For the command: Node.js 20 ends when an imported CommonJS module throws, also where the error
 * is caught, and looks through all of it for names first.
 */
export const requiring = {
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
