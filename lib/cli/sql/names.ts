/** Writes names and texts into SQL and shell scripts, so that nothing in one ends it. */
import type { WarehouseEngine } from "../../traces/warehouse-maps.ts";
import { Failure } from "../failure.ts";

/** Line breaks too: in a here-document of the shell, a line of a name could be its end. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const CONTROL = /[\u0000-\u001f\u007f]/;

/** `text`, unless it has a control character. `what` says in the message what it is. */
export function printable(text: string, what: string): string {
  if (CONTROL.test(text)) throw new Failure(`${what} ${JSON.stringify(text)} contains a control character`);
  return text;
}

/** A name of a column, or one part of a table's name. */
export function identifier(name: string, engine: WarehouseEngine): string {
  printable(name, "the name");
  // ClickHouse reads backslashes in quoted names as it does in texts.
  return engine === "clickhouse" ? `\`${name.replace(/[\\`]/g, "\\$&")}\`` : `"${name.replaceAll('"', '""')}"`;
}

export function literal(text: string, engine: WarehouseEngine): string {
  printable(text, "the text");
  return engine === "clickhouse" ? `'${text.replace(/[\\']/g, "\\$&")}'` : `'${text.replaceAll("'", "''")}'`;
}

/** A part of a table's name, as it is or in double quotes: `default.observations`, `"my.db".spans`. */
const PART = /(?:"((?:[^"]|"")+)"|([^".]+))(\.|$)/y;

/** A table's name, with its parts separated by dots. */
export function tableName(text: string, engine: WarehouseEngine): string {
  return quotedParts(text, engine).join(".");
}

/** The name of another table in the same schema. */
export function siblingName(text: string, sibling: string, engine: WarehouseEngine): string {
  return [...quotedParts(text, engine).slice(0, -1), identifier(sibling, engine)].join(".");
}

function quotedParts(text: string, engine: WarehouseEngine): string[] {
  const parts: string[] = [];
  PART.lastIndex = 0;
  for (let more = true; more; ) {
    const [part, quoted, plain, end] = PART.exec(text) ?? [];
    if (part === undefined)
      throw new Failure(
        `${JSON.stringify(text)} is not a table's name; expected one such as observations, db.observations or "my.db".spans`,
      );
    parts.push(identifier(quoted?.replaceAll('""', '"') ?? (plain as string), engine));
    more = end === ".";
  }
  return parts;
}

/** A word of a command line for a POSIX shell. */
export function shellWord(text: string): string {
  printable(text, "the word");
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
