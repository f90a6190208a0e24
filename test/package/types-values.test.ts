/** A class that an entry point exports as a type alone is no value to TypeScript: `instanceof` it would compile, and throw. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const read = (file: string): string => readFileSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)), "utf8");
const classes = new Set(
  [...read("types/shared.d.ts").matchAll(/^declare (?:abstract )?class (\w+)/gm)].map(([, name]) => name),
);

test.each(["index", "adapter", "executor"])("types/%s.d.ts names no class that is not there", (entry) => {
  const lists = [...read(`types/${entry}.d.ts`).matchAll(/^export \{ (.*) \}/gm)].flatMap(([, names = ""]) =>
    names.split(", "),
  );
  const loaded = createRequire(import.meta.url)(`../../dist/node/${entry}.cjs`) as object;
  expect(lists.filter((name) => classes.has(name) && !(name in loaded))).toEqual([]);
  expect(lists.length).toBeGreaterThan(5);
});
