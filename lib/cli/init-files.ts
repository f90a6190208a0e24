/** The files that `loopguard init` changes or copies: settings, packages, plugins, the program. */

import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { isPlainObject, orElse } from "../base/property.ts";

export interface Place {
  /**
   * `installed`: until somebody removes loopguard, as a global install of npm, or a checkout. `project`: as long as a
   * node_modules that is deleted and made again, or whose paths have versions in them. `cache`: until it is emptied.
   */
  readonly stays: "installed" | "project" | "cache";
  /** The folder that has the node_modules. */
  readonly root: string;
}

/** Where npx, `pnpm dlx`, `yarn dlx` and bunx install what they run: `_npx/1a2b/`, `dlx/1a2b/`, `dlx-1234/`, `bunx-0-x@1/`. */
const CACHE = /[\\/](?:_npx|dlx|(?:dlx|bunx)-[^\\/]+)[\\/]/;

/** npm's global folder: `/usr/lib/node_modules`, `C:\\Users\\u\\AppData\\Roaming\\npm\\node_modules`. */
const NPM_GLOBAL = /^[a-z]:|\/lib$/i;

/** `folder` is that of the package, with its links resolved. */
export function placeOf(folder: string): Place {
  const [root = folder, ...inside] = folder.split(/[\\/]node_modules[\\/]/);
  if (CACHE.test(folder)) return { stays: "cache", root };
  if (inside.length === 0) return { stays: "installed", root: folder };
  // Those of pnpm, yarn and bun are projects, or stores with versions in their paths.
  const isGlobal = inside.length === 1 && NPM_GLOBAL.test(root) && !existsSync(join(root, "package.json"));
  return { stays: isGlobal ? "installed" : "project", root };
}

/** Whose settings are changed: a user's, or those that everyone in a folder shares. */
export type Scope = "user" | "project";

/** Files that are copied out of a place that does not stay: the bytes of each, by where it goes. */
type Copies = ReadonlyMap<string, Buffer>;

/** What an agent's file says of us: a command line, or what to load. */
export interface Reference {
  readonly text: string;
  /** What it leads to, if that is not there before it is copied. */
  readonly copies?: Copies;
  /** What the user should know about where it leads. */
  readonly note?: string;
}

/** Where `init` copies the hook program to; for every agent, and every version of loopguard. */
export function lastingProgram(): string {
  return join(homedir(), ".loopguard", "bin", "loopguard");
}

export function areCopied(copies: Copies): boolean {
  return [...copies].every(([path, bytes]) => existsSync(path) && readFileSync(path).equals(bytes));
}

/** Writes a file aside, by `fill`, and renames it, so that an agent never reads half of it, and a hook that runs keeps the old one. */
export function writeAside(path: string, fill: (temporary: string) => void): void {
  const temporary = `${path}.loopguard-${process.pid}`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    fill(temporary);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

export function copy(copies: Copies): void {
  for (const [path, bytes] of copies) {
    const write = () => writeAside(path, (temporary) => writeFileSync(temporary, bytes, { mode: 0o755 }));
    orFail(write, `${path}: what ${PACKAGE} has cannot be copied there`, "; nothing was changed");
  }
}

/** Gives what `act` gives, or fails with `what` and why, and what became of it. */
export function orFail<T>(act: () => T, what: string, then = ""): T {
  try {
    return act();
  } catch (error) {
    throw new Error(`${what} (${(error as Error).message})${then}`);
  }
}

/** What leads to a copy at `to`, out of a place that does not stay. */
export function copied(what: string, to: string, text: string, copies: Copies, stays: Place["stays"]): Reference {
  const gone = stays === "cache" ? "a cache, which may be emptied" : "a node_modules, and would be deleted with it";
  const note = `The ${what} is copied to ${to}: ${PACKAGE} is in ${gone}. After an update of loopguard, run this again.`;
  return { text, copies, note };
}

/**
 * The text of a file with our part as `ours` says, a command line or what to load; or with none, if `ours` is undefined. A text that is
 * so already comes back as it was. `text` is undefined if there is no file; so is what comes back if nothing is left.
 */
export type SettingsFormat = (text: string | undefined, ours: string | undefined, path: string) => string | undefined;

export type Settings = Readonly<Record<string, unknown>>;

/** A file of the agent's in JSON, of which only our part is changed. */
export function jsonSettings(edit: (settings: Settings, ours: string | undefined) => Settings): SettingsFormat {
  return (text, ours) => (ours === undefined && !text?.trim() ? text : textLike(text, edit(parsed(text), ours)));
}

function parsed(text: string | undefined): Settings {
  if (text === undefined || text.trim() === "") return {};
  const then = "; nothing was changed. Correct it, or add the hook by hand: docs/cli/init.md";
  const settings = orFail(() => withoutMark(text), "is not plain JSON", then);
  if (isPlainObject(settings)) return settings;
  throw new Error("must contain a JSON object of settings; nothing was changed");
}

const TEXT_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
/** Before a number that JavaScript would write otherwise, such as 1.0 or 9007199254740993: it stands as a text meanwhile. */
const NUMBER = "\0number ";

/** The value of JSON that may have a byte order mark, as Windows writes it. */
function withoutMark(text: string): unknown {
  const json = text.replace(/^\uFEFF/, "");
  JSON.parse(json); // throws for 01, too
  return JSON.parse(
    json.replace(TEXT_OR_NUMBER, (part) =>
      part.startsWith('"') || String(Number(part)) === part ? part : JSON.stringify(NUMBER + part),
    ),
  );
}

const textOf = (settings: unknown, indent: string): string =>
  JSON.stringify(settings, null, indent).replace(/"\\u0000number ([^"]*)"/g, "$1");

/** JSON text with the mark, the indentation, the ends of lines and the final newline of the text that it replaces. */
function textLike(before: string | undefined, settings: Settings): string {
  const [, mark = "", indent = "  "] = /^(\uFEFF?)(?:[{[]\r?\n([ \t]+))?/.exec(before ?? "") ?? [];
  const text = textOf(settings, indent);
  if (before?.trim() && textOf(withoutMark(before), indent) === text) return before;
  const whole = `${mark}${text}${before === undefined || before.endsWith("\n") ? "\n" : ""}`;
  return before?.includes("\r\n") ? whole.replaceAll("\n", "\r\n") : whole;
}

export const PACKAGE: string = resolve(fileURLToPath(new URL("../..", import.meta.url)));
const FROM_NPM = "npm:loopguard";

/** Matches what `init` and pi itself write, in this and other places: `npm:loopguard@1.2.3`, `/usr/lib/node_modules/loopguard`. */
const OURS = /^npm:loopguard(?:@.*)?$|[\\/]node_modules[\\/]loopguard[\\/]?$/;

/**
 * What an agent is to load: for a user, this copy of the package if it stays where it is; else the one of npm, which the agent
 * fetches and keeps itself.
 */
export function packageSource(scope: Scope): Reference {
  const { stays } = placeOf(PACKAGE);
  if (scope === "user" && stays === "installed") return { text: PACKAGE };
  return { text: FROM_NPM, note: "The agent fetches loopguard from npm when it starts." };
}

/** Our package in a list of settings: an equal entry stays where it is, any other of ours is replaced; an empty list goes. */
export const packageList: SettingsFormat = jsonSettings((settings, source) => {
  const { packages = [], ...others } = settings;
  if (!Array.isArray(packages)) throw new Error(`"packages" must be an array, got ${JSON.stringify(packages)}`);
  if (source !== undefined && packages.some((entry) => sourceOf(entry) === source)) return settings;
  const rest = packages.filter((entry: unknown) => !isOurPackage(entry));
  if (source !== undefined) rest.push(source);
  else if (rest.length === packages.length) return settings;
  return rest.length === 0 ? others : { ...settings, packages: rest };
});

function isOurPackage(entry: unknown): boolean {
  const source = sourceOf(entry);
  const isThisFolder = (path: string) => orElse(() => realpathSync(path) === realpathSync(PACKAGE), false);
  return typeof source === "string" && (OURS.test(source) || isThisFolder(source));
}

/** An entry is a text, or an object that also says what to load of the package. */
function sourceOf(entry: unknown): unknown {
  return isPlainObject(entry) ? entry["source"] : entry;
}

const HEAD = "// Guards every session against loops.";

/** A file that exports what it is to load, and nothing else. `agent`: as `init` is told. */
export function pluginFile(agent: string): SettingsFormat {
  return (text, from) => {
    if (from !== undefined) {
      const remove = `loopguard init ${agent}${from.startsWith("loopguard/") ? " --project" : ""} --remove`;
      return `${HEAD} Take it away with: ${remove}\nexport { default } from ${JSON.stringify(from)};\n`;
    }
    if (text === undefined || isOurs(text)) return undefined;
    throw new Error("is not what loopguard init has written; nothing was changed. Delete it if it is not needed");
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
  const { stays } = placeOf(PACKAGE);
  const own = (...path: string[]) => join(PACKAGE, "dist", ...path);
  const urlOf = (path: string) => pathToFileURL(path).href;
  if (stays === "installed") return { text: urlOf(own("node", "frameworks", `${entry}.js`)) };
  const to = lastingPlugin(entry);
  // Of dist/esm, in which package.json says what "#wasm" is.
  const manifest = '{ "type": "module", "imports": { "#wasm": "./wasm-inline.js" } }\n';
  const copies = new Map(PARTS.map((name) => [join(dirname(to), "..", name), readFileSync(own("esm", name))]));
  copies.set(join(dirname(to), "..", "package.json"), Buffer.from(manifest));
  copies.set(to, readFileSync(own("esm", "frameworks", `${entry}.js`)));
  return copied("plugin", to, urlOf(to), copies, stays);
}

/** Where `init` copies the plugin to. */
export function lastingPlugin(entry: string): string {
  return join(homedir(), ".loopguard", "plugins", entry, "frameworks", `${entry}.js`);
}
