/**
 * Draws the map of the house into docs/design.md: of each room what is in it (scripts/rooms.mjs), the file that most others use,
 * and the rooms that it uses, as its files say. `--check` writes nothing and fails when the page has another map.
 */
import { posix } from "node:path";
import { filesIn, read } from "./findings.mjs";
import { writeOrCheck } from "./generated.mjs";
import { CORE, LIB } from "./rooms.mjs";

const PAGE = "docs/design.md";
const WIDTH = 116;

/** Of a language: how a file names another, and what it names. */
const IMPORT = {
  lib: [/\bfrom "(\.[^"]+)"/g, (file, name) => posix.join(posix.dirname(file), name)],
  "native/src": [/^#include "([^"]+\.h)"/gm, (_, name) => name],
};

function map(folder, rooms, endings) {
  const files = filesIn(folder, ...endings).map((path) => posix.relative(folder, path));
  const [pattern, resolve] = IMPORT[folder];
  const edges = files.flatMap((file) =>
    [...read(posix.join(folder, file)).matchAll(pattern)].map(([, name]) => [file, resolve(file, name)]),
  );
  const roomOf = (file) => file.split("/")[0];
  return Object.entries(rooms).flatMap(([room, what]) => {
    const used = new Map();
    const uses = new Set();
    for (const [from, to] of edges) {
      if (roomOf(to) === room && from !== to) used.set(to, (used.get(to) ?? 0) + 1);
      if (roomOf(from) === room && roomOf(to) !== room && roomOf(to) in rooms) uses.add(roomOf(to));
    }
    const [begin] = [...used].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))[0] ?? [
      files.find((file) => roomOf(file) === room),
    ];
    const below = Object.keys(rooms).filter((name) => uses.has(name));
    const all = Object.keys(rooms).slice(0, Object.keys(rooms).indexOf(room));
    const on = below.length === all.length && below.length > 1 ? "all" : below.join(",");
    return [
      `  ${room.padEnd(13)}${what}`,
      `  ${" ".repeat(13)}${begin.slice(room.length + 1)}${on === "" ? "" : ` <- ${on}`}`,
    ];
  });
}

function drawn(page, mark, lines) {
  const long = lines.find((line) => line.length > WIDTH);
  if (long !== undefined) throw new Error(`longer than ${WIDTH}: ${long}`);
  const block = new RegExp(`(<!-- map of ${mark} -->\n\`\`\`text\n)[^\`]*(\`\`\`)`);
  if (!block.test(page)) throw new Error(`${PAGE} has no place for the map of ${mark}`);
  return page.replace(block, (_, head, end) => `${head}${lines.join("\n")}\n${end}`);
}

const withLib = drawn(read(PAGE), "lib", map("lib", LIB, [".ts"]));
const made = drawn(withLib, "native/src", map("native/src", CORE, [".h", ".c"]));
writeOrCheck(PAGE, made, "the house", "build-map.mjs");
