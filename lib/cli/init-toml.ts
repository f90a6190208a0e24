/** Adds our hooks to a TOML file with `[[hooks]]` tables, as Kimi Code has, and removes them. All else stays byte for byte. */
import { Failure } from "./failure.ts";
import type { SettingsFormat } from "./init-format.ts";
import { OURS } from "./init-settings.ts";

/** One table; the values are texts and integers. */
export type HookTable = Readonly<Record<string, string | number>>;

export function hookTables(tables: (command: string) => readonly HookTable[]): SettingsFormat {
  return {
    add(text = "", command, path) {
      const wanted = tables(command);
      const present = ourTables(text);
      if (wanted.length === present.length && wanted.every((table) => present.some((one) => isSame(one.text, table))))
        return text;
      if (/^[ \t]*(?:hooks|"hooks"|'hooks')[ \t]*[=.]/m.test(text))
        throw new Failure(
          `${path}: "hooks" must be written as [[hooks]] tables; nothing was changed. Rewrite them, or add the hook by hand: docs/cli/init.md`,
        );
      const rest = without(text, present);
      const gap = rest === "" ? "" : rest.endsWith("\n\n") ? "" : rest.endsWith("\n") ? "\n" : "\n\n";
      return `${rest}${gap}${wanted.map(written).join("\n")}`;
    },
    remove(text) {
      const ours = ourTables(text);
      return ours.length === 0 ? text : without(text, ours) || undefined;
    },
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

/** Those whose command is the hook program. Their values have one line each. */
function ourTables(text: string): TableText[] {
  return [...text.matchAll(TABLE)]
    .filter(([table]) => OURS.test(valueIn(table, "command") ?? ""))
    .map((match) => ({ start: match.index, text: match[0] }));
}

/** The value as it is written; strings without their quotes and escapes. */
function valueIn(table: string, name: string): string | undefined {
  const value = new RegExp(`^[ \\t]*${name}[ \\t]*=[ \\t]*("(?:[^"\\\\\\n]|\\\\.)*"|'[^'\\n]*'|[\\w.+-]+)`, "m").exec(
    table,
  )?.[1];
  if (value?.startsWith("'")) return value.slice(1, -1);
  if (!value?.startsWith('"')) return value;
  try {
    return JSON.parse(value) as string;
  } catch {
    return value; // an escape of TOML's own
  }
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
