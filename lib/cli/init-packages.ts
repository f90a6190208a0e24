/** Adds this package to settings that have a list of packages, and removes it. Everything else stays unchanged and in place. */
import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { isPlainObject } from "../base/plain-object.ts";
import { Failure } from "./failure.ts";
import { jsonSettings, type Settings, type SettingsFormat } from "./init-format.ts";
import { placeOf, type Reference, type Scope } from "./init-place.ts";

const PACKAGE = resolve(fileURLToPath(new URL("../..", import.meta.url)));
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

export function packageIn(key: string): SettingsFormat {
  return jsonSettings(
    (settings, source, path) => withPackage(settings, key, source, path),
    (settings, path) => withoutPackage(settings, key, path),
  );
}

/** `settings` with our package in the list `key`. An equal entry stays where it is; any other of ours is replaced. */
function withPackage(settings: Settings, key: string, source: string, path: string): Settings {
  const present = listOf(settings, key, path);
  if (present.some((entry) => sourceOf(entry) === source)) return settings;
  return { ...settings, [key]: [...present.filter((entry) => !isOurs(entry)), source] };
}

/** `settings` without our package, and without the list if that is empty then. */
function withoutPackage(settings: Settings, key: string, path: string): Settings {
  const present = listOf(settings, key, path);
  const rest = present.filter((entry) => !isOurs(entry));
  if (rest.length === present.length) return settings;
  const { [key]: _list, ...others } = settings;
  return rest.length === 0 ? others : { ...settings, [key]: rest };
}

function isOurs(entry: unknown): boolean {
  const source = sourceOf(entry);
  return typeof source === "string" && (OURS.test(source) || isThisFolder(source));
}

function isThisFolder(source: string): boolean {
  try {
    return realpathSync(source) === realpathSync(PACKAGE);
  } catch {
    return false;
  }
}

/** An entry is a text, or an object that also says what to load of the package. */
function sourceOf(entry: unknown): unknown {
  return isPlainObject(entry) ? entry["source"] : entry;
}

function listOf(settings: Settings, key: string, path: string): readonly unknown[] {
  const list = settings[key];
  if (list === undefined) return [];
  if (!Array.isArray(list)) throw new Failure(`${path}: "${key}" must be an array, got ${JSON.stringify(list)}`);
  return list;
}
