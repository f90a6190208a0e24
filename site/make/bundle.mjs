/** Bundles the scripts of the site. What they share with the command must run without Node.js: a module of it that is left is an error. */
import { join, relative } from "node:path";
import { build } from "esbuild";

const BROWSERS = ["es2022", "chrome123", "firefox124", "safari17.5"]; // as the report, and AbortSignal.any
export const root = join(import.meta.dirname, "..", "..");

/** Modules of Node.js, which only unused code of lib/ imports. */
const NONE = "no-node";

/** `modules`: by name, the text of modules that are made while the site is built. */
function forBrowsers(modules) {
  return {
    name: "for browsers",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^#wasm$/ }, () => ({ path: join(root, "lib/core/wasm-inline.ts") }));
      onResolve({ filter: /\/wasm-text\.js$/ }, () => ({ path: join(root, "dist/esm/wasm-text.js") }));
      onResolve({ filter: /\/libraries\.ts$/ }, () => ({ path: join(root, "site/worker/libraries.ts") }));
      onResolve({ filter: /\/value-types\.ts$/ }, () => ({ path: join(root, "site/worker/value-types.ts") }));
      onResolve({ filter: /^node:/ }, ({ path }) => ({ path, namespace: NONE, sideEffects: false }));
      onLoad({ filter: /./, namespace: NONE }, () => ({ contents: "module.exports = {}", loader: "js" }));
      onResolve({ filter: /^made:/ }, ({ path }) => ({ path, namespace: "made" }));
      onLoad({ filter: /./, namespace: "made" }, ({ path }) => ({ contents: modules[path], loader: "js" }));
    },
  };
}

/** The files that are made: `{ path, text, imports }`; `imports`: the files that a script needs before it runs. */
export async function bundle(entries, { format, out, modules = {}, names = "[name]" }) {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: entries,
    entryNames: names,
    chunkNames: "part-[hash]",
    outdir: out,
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    splitting: format === "esm",
    format,
    charset: "utf8",
    legalComments: "none",
    target: BROWSERS,
    plugins: [forBrowsers(modules)],
  });
  for (const { inputs } of Object.values(metafile.outputs))
    for (const [name, { bytesInOutput }] of Object.entries(inputs))
      if (name.startsWith(`${NONE}:`) && bytesInOutput > 0)
        throw new Error(`a script of the site uses ${name.slice(NONE.length + 1)}`);
  const importsOf = (path) =>
    (metafile.outputs[relative(root, path)]?.imports ?? [])
      .filter(({ kind, external }) => kind === "import-statement" && !external)
      .map((one) => join(root, one.path));
  return outputFiles.map(({ path, text }) => ({ path, text, imports: importsOf(path) }));
}
