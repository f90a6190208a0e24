/** What an addon is compiled of, and how. */
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));
const headers = createRequire(import.meta.url)("node-api-headers");

/** binding.gyp is a Python literal, which is JavaScript's but for its comments. */
function gypTarget() {
  const text = readFileSync(join(root, "binding.gyp"), "utf8").replace(/^\s*#.*$/gm, "");
  return new Function(`return ${text}`)().targets[0];
}

/** The C sources in these folders, from the root. */
export function sources(...folders) {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith(".c"))
      .sort()
      .map((name) => `${folder}/${name}`),
  );
}

/** For a compiler that runs in the root, or where `fromRoot` is the way to it. */
export function addonFlags(fromRoot = "") {
  const { cflags, defines } = gypTarget();
  const own = ["native/include", "native/src", "native/door"].map((folder) => join(fromRoot, folder));
  return [...cflags, ...[headers.include_dir, ...own].map((folder) => `-I${folder}`), ...defines.map((d) => `-D${d}`)];
}

/** The rooms of the core. */
export const CORE = readdirSync(join(root, "native/src")).map((room) => `native/src/${room}`);
