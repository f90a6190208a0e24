/** Adds our hooks to settings in JSON, and removes them. All other settings stay unchanged and in place. */

import { basename } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { isPlainObject, orElse } from "../base/property.ts";
import { jsonSettings, type Settings, type SettingsFormat } from "./init-files.ts";

/** What an agent is to call. Some agents have lists of these for each event. */
export interface CommandHook {
  type?: "command";
  command: string;
  timeout: number;
  name?: string;
}

/** The others have lists of groups: hooks, and the tools that they apply to. */
export interface HookGroup {
  matcher?: string;
  hooks: CommandHook[];
}

type Entries = Readonly<Record<string, HookGroup | CommandHook>>;

/** Settings with `hooks`: a member for each event, with a list of groups or hooks. `frame` is what a new file needs besides. */
export function hooksIn(entries: (command: string) => Entries, frame: Settings = {}): SettingsFormat {
  return jsonSettings((settings, command) => {
    if (command !== undefined) return withHooks({ ...frame, ...settings }, entries(command));
    const rest = withHooks(settings, {});
    const isEmptied = rest !== settings && rest["hooks"] === undefined && frame["hooks"] !== undefined;
    return isEmptied ? { ...rest, hooks: frame["hooks"] } : rest;
  });
}

/** Matches the commands that `init` writes, in this and other versions. */
const OURS: RegExp = /\bloopguard(?:-hook\b|["']? hook\b)|\bcli[\\/]main\.js["']? hook\b/;

/** A JSON file that has nothing but our hooks; one that has none of them is somebody else's. */
export function ownFile(content: (command: string) => Settings): SettingsFormat {
  return (text, command) => {
    if (command !== undefined) return `${JSON.stringify(content(command), null, 2)}\n`;
    return OURS.test(text ?? "") ? undefined : text;
  };
}

/** Settings with `hooks` as above, but in a file with this name the events are members of the settings themselves. */
export function hooksAtTop(name: string, entries: (command: string) => Entries): SettingsFormat {
  const inMember = hooksIn(entries);
  const atTop = jsonSettings((settings, command) =>
    hooksOf(withHooks({ hooks: settings }, command === undefined ? {} : entries(command))),
  );
  return (text, ours, path) => (basename(path) === name ? atTop : inMember)(text, ours, path);
}

/**
 * `settings` with these entries as the only ones of ours: an identical one stays where it is. Groups and events that are empty
 * then are left out.
 */
function withHooks(settings: Settings, wanted: Entries): Settings {
  const before = hooksOf(settings);
  const hooks: Record<string, unknown> = {};
  for (const event of new Set([...Object.keys(before), ...Object.keys(wanted)])) {
    const present = groupsOf(before, event);
    const entry = wanted[event];
    const isThere = present.some((one) => isDeepStrictEqual(one, entry));
    const rest = isThere ? present : [...withoutOurs(present), ...(entry === undefined ? [] : [entry])];
    if (rest.length > 0 || present.length === 0) hooks[event] = rest.length > 0 ? rest : before[event];
  }
  if (isDeepStrictEqual(hooks, before)) return settings;
  const { hooks: _hooks, ...others } = settings;
  return Object.keys(hooks).length === 0 ? others : { ...settings, hooks };
}

function withoutOurs(groups: readonly unknown[]): unknown[] {
  return groups.flatMap((group) => {
    if (isOurs(group)) return [];
    if (!isPlainObject(group) || !Array.isArray(group["hooks"])) return [group];
    const hooks = group["hooks"].filter((hook: unknown) => !isOurs(hook));
    if (hooks.length === group["hooks"].length) return [group];
    return hooks.length === 0 ? [] : [{ ...group, hooks }];
  });
}

function isOurs(hook: unknown): boolean {
  return isPlainObject(hook) && typeof hook["command"] === "string" && OURS.test(hook["command"]);
}

function hooksOf({ hooks = {} }: Settings): Settings {
  if (!isPlainObject(hooks)) throw new Error(`"hooks" must be an object, got ${JSON.stringify(hooks)}`);
  return hooks;
}

function groupsOf(hooks: Settings, event: string): readonly unknown[] {
  const { [event]: groups = [] } = hooks;
  if (Array.isArray(groups)) return groups;
  // Gemini CLI has switches next to the events, such as "enabled".
  if (!/^[A-Z]/.test(event)) return [];
  throw new Error(`"hooks.${event}" must be an array of hooks`);
}

/** One table; the values are texts and integers. */
type HookTable = Readonly<Record<string, string | number>>;

export function hookTables(tables: (command: string) => readonly HookTable[]): SettingsFormat {
  return (text = "", command) => {
    const present = ourTables(text);
    const wanted = command === undefined ? [] : tables(command);
    if (wanted.length === present.length && wanted.every((table) => present.some((one) => isSame(one.text, table))))
      return text;
    const rest = without(text, present);
    if (command === undefined) return rest || undefined;
    if (/^[ \t]*(?:hooks|"hooks"|'hooks')[ \t]*[=.]/m.test(outOfTexts(text)))
      throw new Error(
        '"hooks" must be written as [[hooks]] tables; nothing was changed. Rewrite them, or add the hook by hand: docs/cli/init.md',
      );
    const gap = rest === "" ? "" : rest.endsWith("\n\n") ? "" : rest.endsWith("\n") ? "\n" : "\n\n";
    return `${rest}${gap}${wanted.map(written).join("\n")}`;
  };
}

function written(table: HookTable): string {
  const lines = Object.entries(table).map(([name, value]) => `${name} = ${JSON.stringify(value)}\n`);
  return `[[hooks]]\n${lines.join("")}`;
}

/** A `[[hooks]]` table of a file, from its head to the next table, comments and empty lines before that aside. */
interface TableText {
  readonly start: number;
  readonly text: string;
}

const TABLE = /^[ \t]*\[\[[ \t]*hooks[ \t]*\]\][^\n]*(?:\n(?![ \t]*(?:\[|#|\r?\n|$))[^\n]*)*\n?/gm;

/** A comment, or a text; those of several lines begin with three quotes. */
const TEXT = /#[^\n]*|"""(?:[^\\]|\\.)*?"""|'''.*?'''|"(?:[^"\\\n]|\\[^\n])*"|'[^'\n]*'/gs;

/** As long, and without the texts of several lines: what looks like a table in them is none. */
function outOfTexts(text: string): string {
  return text.replace(TEXT, (part) => (/^("""|''')/.test(part) ? "_".repeat(part.length) : part));
}

/** Those whose command is the hook program. Their values have one line each. */
function ourTables(text: string): TableText[] {
  return [...outOfTexts(text).matchAll(TABLE)]
    .filter(([table]) => OURS.test(valueIn(table, "command") ?? ""))
    .map(({ index, 0: { length } }) => ({ start: index, text: text.slice(index, index + length) }));
}

/** The value as it is written; strings without their quotes and escapes. */
function valueIn(table: string, name: string): string | undefined {
  const value = new RegExp(`^[ \\t]*${name}[ \\t]*=[ \\t]*("(?:[^"\\\\\\n]|\\\\.)*"|'[^'\\n]*'|[\\w.+-]+)`, "m").exec(
    table,
  )?.[1];
  if (value?.startsWith("'")) return value.slice(1, -1);
  if (!value?.startsWith('"')) return value;
  return orElse(() => JSON.parse(value) as string, value); // it may have an escape of TOML's own
}

function isSame(text: string, table: HookTable): boolean {
  return Object.entries(table).every(([name, value]) => valueIn(text, name) === String(value));
}

/** The text without the tables, and without the empty line before each. */
function without(text: string, tables: readonly TableText[]): string {
  let rest = text;
  for (const { start, text: table } of [...tables].reverse())
    rest = rest.slice(0, start).replace(/\n\r?\n$/, "\n") + rest.slice(start + table.length);
  return rest;
}
