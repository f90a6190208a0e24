/** Bundles a program of this folder with the vectors and what they need, for a runtime that has neither. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const vectors = new URL("../vectors/", import.meta.url);

/** `loopguard-vectors`: the texts of the files of test/vectors. */
const texts = {
  name: "vectors",
  setup(builder) {
    builder.onResolve({ filter: /^loopguard-vectors$/ }, ({ path }) => ({ path, namespace: "vectors" }));
    builder.onLoad({ filter: /.*/, namespace: "vectors" }, () => {
      const files = readdirSync(vectors, { recursive: true }).filter((name) => name.endsWith(".json"));
      const read = files.map((name) => [name.replaceAll("\\", "/"), readFileSync(new URL(name, vectors), "utf8")]);
      return { contents: `export const texts = ${JSON.stringify(Object.fromEntries(read))};`, loader: "js" };
    });
  },
};

/** `options`: esbuild's, such as `external` and `conditions`. */
export async function bundle(entry, outfile, options = {}) {
  await build({
    entryPoints: [fileURLToPath(new URL(entry, import.meta.url))],
    outfile,
    bundle: true,
    format: "esm",
    target: "es2022",
    logLevel: "warning",
    plugins: [texts],
    ...options,
  });
}
