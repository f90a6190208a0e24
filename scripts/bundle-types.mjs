/**
 * types/, one file for each entry point of package.json, from the declarations that tsc wrote of each module. What several
 * entry points have in common stands in one more file, `shared.d.ts`, so that a guard of "loopguard" is the same type for
 * "loopguard/ai-sdk": a class with private members is compatible with no copy of itself.
 *
 * types/ is there to be read. The package has copies of it in dist/types, as declarations of the CommonJS that Node.js loads for
 * `require` and for `import`; entry points that are `ofItsOwn` have one more for `import`, on the same `shared.d.cts`.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { rollup } from "rollup";
import { dts } from "rollup-plugin-dts";
import { MODULES } from "./entries.mjs";

const SHARED = "shared";

/** Puts the bundles into `root`/types in place of the declarations of single modules that are there. */
export async function bundleTypes(root) {
  const types = join(root, "types");
  const headers = takeHeaders(root);
  const files = await bundle(
    types,
    MODULES.map(({ module }) => module),
    headers,
  );
  rmSync(types, { recursive: true });
  const own = new Set(MODULES.flatMap(({ module, ofItsOwn }) => (ofItsOwn ? [module] : [])));
  for (const { fileName, code: bundled } of files) {
    const name = fileName.replace(/\.d\.ts$/, "");
    const code = name === SHARED ? bundled : withTypes(bundled, readFileSync(join(root, "lib", `${name}.ts`), "utf8"));
    write(join(types, fileName), code);
    const place = join(root, "dist", "types", name);
    write(`${place}.d.cts`, code.replace(RELATIVE, "$1.cjs$2"));
    if (own.has(name)) write(`${place}.d.ts`, code.replace(RELATIVE, "$1.cjs$2"));
  }
}

/** What the source exports as a type is no value: of a class, the bundler forgets that. */
function withTypes(code, source) {
  const listed = [...source.matchAll(/^export type \{([^}]*)\}/gm)].flatMap(([, names]) => names.split(","));
  const marked = [...source.matchAll(/\btype (\w+)(?=,| \}|\s+as )/g)].map(([, name]) => name);
  const types = new Set([...listed.map((name) => name.trim()), ...marked]);
  return code.replace(/^export \{ (.*) \}/gm, (_, names) => {
    const all = names.split(", ").map((name) => (types.has(name) ? `type ${name}` : name));
    return `export { ${all.join(", ")} }`;
  });
}

/** Of what several entry points have in common. */
const RELATIVE = /^((?:import|export) .* from '\.[^']*)\.js(';)$/gm;

function write(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** A comment at the top of a source that is about the whole file. */
const HEADER = /^\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n(?=\n|\/\*\*|import |export (?:type )?\{)/;

/**
 * Takes the headers out of the declarations and gives those of each module: in a bundle, the header of a module would be the
 * comment of the first thing that it declares.
 */
function takeHeaders(root) {
  const headers = new Map();
  for (const path of readdirSync(join(root, "types"), { recursive: true })) {
    if (!path.endsWith(".d.ts")) continue;
    const name = path.replaceAll("\\", "/").replace(/\.d\.ts$/, "");
    const [header] = HEADER.exec(readFileSync(join(root, "lib", `${name}.ts`), "utf8")) ?? [];
    if (header === undefined) continue;
    headers.set(name, header);
    const file = join(root, "types", path);
    const code = readFileSync(file, "utf8");
    if (code.startsWith(header)) writeFileSync(file, code.slice(header.length));
  }
  return headers;
}

async function bundle(types, names, headers) {
  const bundle = await rollup({
    input: Object.fromEntries(names.map((name) => [name, join(types, `${name}.d.ts`)])),
    plugins: [{ name: "modules", resolveId: declarationsOf }, dts()],
    // Such as a type that an entry point uses and none exports: users' own declarations could not name it.
    onwarn: ({ message }) => {
      throw new Error(message);
    },
  });
  const { output } = await bundle.generate({
    banner: ({ name }) => headers.get(name)?.trimEnd() ?? "",
    entryFileNames: "[name].d.ts",
    chunkFileNames: "[name].d.ts",
    minifyInternalExports: false,
    manualChunks: (id, { getModuleInfo }) => (entriesOf(id, getModuleInfo).size > 1 ? SHARED : undefined),
  });
  await bundle.close();
  return output;
}

/**
 * Declarations import each other as the sources do, "./x.ts". All else stays an import, also `import "vitest"`, without which
 * TypeScript does not find the module that loopguard/vitest adds matchers to.
 */
function declarationsOf(specifier, importer) {
  if (importer === undefined) return null;
  if (!specifier.startsWith(".")) return { id: specifier, external: true, moduleSideEffects: true };
  const path = resolve(dirname(importer), specifier.replace(/\.ts$/, ".d.ts"));
  if (!existsSync(path)) throw new Error(`${importer} imports ${specifier}, of which there are no declarations`);
  return path;
}

/** The entry points that a module is part of. */
function entriesOf(id, getModuleInfo, seen = new Set()) {
  if (seen.has(id)) return new Set();
  seen.add(id);
  const { isEntry, importers } = getModuleInfo(id);
  const entries = new Set(isEntry ? [id] : []);
  for (const importer of importers) for (const entry of entriesOf(importer, getModuleInfo, seen)) entries.add(entry);
  return entries;
}
