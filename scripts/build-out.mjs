/** What the two ways to make out/ have in common. */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

export const tsc = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin", "tsc");

/** "#wasm" is a condition of the package; modules of out/ run on Node.js. */
export function forNode(root) {
  for (const name of ["backend", "wasm"]) {
    const file = join(root, "out", "core", `${name}.js`);
    const text = readFileSync(file, "utf8");
    const made = text.replace('"#wasm"', '"./wasm-file.js"');
    if (made !== text) writeFileSync(file, made);
  }
}
