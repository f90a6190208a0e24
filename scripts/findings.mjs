/** What the check scripts share: the project's files, C without its comments, and how findings are told. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));

/** Paths of the files under `folder`, relative to the project, whose names end in one of `endings`. */
export function filesIn(folder, ...endings) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && endings.some((ending) => entry.name.endsWith(ending)))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
    .sort();
}

export function read(path) {
  return readFileSync(join(root, path), "utf8");
}

/** C text with the inside of comments and of string literals blanked; lines stay where they are. */
export function codeOnly(text) {
  const blank = (part) => part.replace(/[^\n]/g, " ");
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g, blank);
}

export function lineOf(text, index) {
  return text.slice(0, index).split("\n").length;
}

/** Prints what was found, or that all is well, and sets the exit code. */
export function conclude(what, findings) {
  for (const finding of findings) console.error(finding);
  console.log(`${what}: ${findings.length === 0 ? "ok" : `${findings.length} findings`}`);
  if (findings.length > 0) process.exitCode = 1;
}
