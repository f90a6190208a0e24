/**
 * Writes what follows from scripts/entries.mjs into package.json: `exports`, `main` and `types`, and `typesVersions` for
 * TypeScript that does not read `exports`. `--check` only says whether it stands there.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ENTRIES } from "./entries.mjs";

const file = fileURLToPath(new URL("../package.json", import.meta.url));
const types = (module) => `./dist/types/${module}.d.cts`;
const node = (module) => `./dist/node/${module}.cjs`;

/** The first condition that a platform or a tool has, counts. */
function conditions({ module, ofItsOwn }) {
  const esm = `./dist/esm/${module}.js`;
  return {
    types: ofItsOwn ? { require: types(module), default: `./dist/types/${module}.d.ts` } : types(module),
    workerd: esm,
    "edge-light": esm,
    deno: esm,
    module: esm, // bundlers, also for `require`
    node: ofItsOwn ? { require: node(module), default: `./dist/node/${module}.js` } : node(module), // and Bun
    require: node(module),
    default: esm,
  };
}

/** The parts of package.json that this script writes. */
export function manifestParts() {
  const others = ENTRIES.filter(({ name }) => name !== ".");
  return {
    main: node("index"),
    types: types("index"),
    typesVersions: { "*": Object.fromEntries(others.map(({ name, module }) => [name.slice(2), [types(module)]])) },
    exports: {
      ...Object.fromEntries(ENTRIES.map((entry) => [entry.name, conditions(entry)])),
      "./package.json": "./package.json",
    },
  };
}

const text = readFileSync(file, "utf8");
const next = `${JSON.stringify({ ...JSON.parse(text), ...manifestParts() }, null, 2)}\n`;
if (process.argv.includes("--check")) {
  if (next !== text) {
    console.error("package.json is not what scripts/entries.mjs gives; run: node scripts/build-manifest.mjs");
    process.exit(1);
  }
} else writeFileSync(file, next);
