/** Agents that load plugins: `init` writes a file of ours, which takes the plugin from this package. */
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Failure } from "./failure.ts";
import type { SettingsFormat } from "./init-format.ts";
import { placeOf, type Reference, type Scope } from "./init-place.ts";

const HEAD = "// Guards every session against loops.";

/** A file that exports what it is to load, and nothing else. `agent`: as `init` is told. */
export function pluginFile(agent: string): SettingsFormat {
  return {
    add: (
      _text,
      from,
    ) => `${HEAD} Take it away with: loopguard init ${agent}${isShared(from) ? " --project" : ""} --remove
export { default } from ${JSON.stringify(from)};
`,
    remove: (text, path) => {
      if (isOurs(text)) return undefined;
      const what = "is not what loopguard init has written; nothing was changed. Delete it if it is not needed";
      throw new Failure(`${path}: ${what}`);
    },
  };
}

/** Whether `init` wrote the file, in this or another version, and nobody has changed it since. */
export function isOurs(text: string): boolean {
  const [head, from, ...rest] = text.trimEnd().split("\n");
  return head?.startsWith(HEAD) === true && from?.startsWith("export { default } from ") === true && rest.length === 0;
}

/** What a plugin of ours imports, in dist/esm. */
const PARTS = ["shared.js", "wasm-inline.js", "wasm-text.js"];

/**
 * For a project, which is shared, the package that is installed in it. For a user, this package; out of a place that does
 * not stay, the files of the plugin are copied. `entry`: of the package.
 */
export function pluginSource(entry: string, scope: Scope): Reference {
  if (scope === "project") return { text: `loopguard/${entry}` };
  const folder = fileURLToPath(new URL("../..", import.meta.url));
  const { stays } = placeOf(folder);
  const own = (...path: string[]) => join(folder, "dist", ...path);
  if (stays === "installed") return { text: urlOf(own("node", "adapters", `${entry}.js`)) };
  const to = lastingPlugin(entry);
  const gone = stays === "cache" ? "a cache, which may be emptied" : "a node_modules, and would be deleted with it";
  return {
    text: urlOf(to),
    copy: { from: own("esm", "adapters", `${entry}.js`), to, beside: besidePlugin(entry, own("esm")) },
    note: `The plugin is copied to ${to}: ${folder} is in ${gone}. After an update of loopguard, run this again.`,
  };
}

/** Where `init` copies the plugin to. */
export function lastingPlugin(entry: string): string {
  return join(lastingFolder(entry), "adapters", `${entry}.js`);
}

function lastingFolder(entry: string): string {
  return join(homedir(), ".loopguard", "plugins", entry);
}

/** `from`: dist/esm, in which package.json says what "#wasm" is. */
function besidePlugin(entry: string, from: string): Map<string, string> {
  const files = new Map([["package.json", '{ "type": "module", "imports": { "#wasm": "./wasm-inline.js" } }\n']]);
  for (const name of PARTS) files.set(name, readFileSync(join(from, name), "utf8"));
  return new Map([...files].map(([name, text]) => [join(lastingFolder(entry), name), text]));
}

function isShared(from: string): boolean {
  return from.startsWith("loopguard/");
}

function urlOf(path: string): string {
  return pathToFileURL(path).href;
}
