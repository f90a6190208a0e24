/**
 * The rooms of lib/ and the direction of imports between them: a file imports from its own room and from those below, types
 * included, and no files import each other in a circle. Only entry points are at the top of lib/. With a folder as an
 * argument it checks that folder instead of lib/.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { conclude, root } from "./findings.mjs";
import { LIB } from "./rooms.mjs";

const ROOMS = Object.keys(LIB);
const ENTRIES = new Set([
  "adapter.ts",
  "assert.ts",
  "conformance.ts",
  "executor.ts",
  "file.ts",
  "index.ts",
  "jest.ts",
  "memory.ts",
  "otel.ts",
  "redis.ts",
  "vitest.ts",
]);
const IMPORT = /\bfrom "(\.[^"]+)"|\bimport(?:\(| )"(\.[^"]+)"/g;

const folder = process.argv[2] ?? join(root, "lib");
const findings = [];
const imports = new Map();
for (const entry of readdirSync(folder, { recursive: true })) {
  const name = entry.split("\\").join("/");
  if (!name.endsWith(".ts") || name.startsWith("cli/report/page/")) continue; // the page is a program of its own
  const found = [...readFileSync(join(folder, name), "utf8").matchAll(IMPORT)].map((match) => match[1] ?? match[2]);
  imports.set(
    name,
    found.map((specifier) => posix.join(posix.dirname(name), specifier)),
  );
}

/** Entry points may import from all rooms. */
function floorOf(name) {
  const [room, inside] = name.split("/");
  if (inside === undefined) return ENTRIES.has(name) ? ROOMS.length : undefined;
  const floor = ROOMS.indexOf(room);
  return floor < 0 ? undefined : floor;
}

for (const [name, targets] of imports) {
  const floor = floorOf(name);
  if (floor === undefined) findings.push(`${name}: is in no room; rooms are ${ROOMS.join(", ")}`);
  for (const target of targets) {
    const below = floorOf(target);
    if (floor !== undefined && below !== undefined && below > floor)
      findings.push(`${name}: imports ${target}, of a room above its own`);
  }
}

/** Searches the imports for a circle, depth first. `path`: the files that led to this one. */
function findCircles(name, done, path) {
  const at = path.indexOf(name);
  if (at >= 0) findings.push(`a circle: ${[...path.slice(at), name].join(" -> ")}`);
  if (at >= 0 || done.has(name)) return;
  done.add(name);
  for (const target of imports.get(name) ?? []) findCircles(target, done, [...path, name]);
}

const done = new Set();
for (const name of imports.keys()) findCircles(name, done, []);

conclude("rooms", findings);
