/** Which column of a table holds what: `--columns run=trace_id,tool=name`. */

import { parsedJson } from "../base/json-text.ts";

/** What a row may say about its call. Only the tool must be named. */
export const COLUMN_FIELDS = [
  "tool",
  "run",
  "arguments",
  "result",
  "error",
  "time",
  "end",
  "round",
  "turn",
  "tokens",
  "id",
] as const;

export type ColumnField = (typeof COLUMN_FIELDS)[number];

/** The name of the column that holds each field. */
export type Columns = { readonly tool: string } & { readonly [Field in ColumnField]?: string };

/** A name or, if it begins with a quote, a JSON string; then a comma or the end. */
const ENTRY = /^\s*(\w+)\s*=(?:("(?:[^"\\]|\\.)*")\s*(,|$)|([^",=][^,=]*|)(,|$))/;

/** Reads the text of the option. Throws a `RangeError` that says what is wrong with it. */
export function readColumns(text: string): Columns {
  const columns: { [Field in ColumnField]?: string } = {};
  for (let rest = text, more = true; more; ) {
    const [entry, field, quoted, afterQuoted, plain = "", afterPlain] = ENTRY.exec(rest) ?? [];
    if (entry === undefined)
      throw new RangeError(`expected field=column at ${quote(rest)}; a name with , or = or a quote is a JSON string`);
    if (!isField(field)) throw new RangeError(`no field ${quote(field)}; known: ${COLUMN_FIELDS.join(", ")}`);
    if (columns[field] !== undefined) throw new RangeError(`the field ${field} is given twice`);
    const column = quoted === undefined ? plain : parsedJson(quoted);
    if (typeof column !== "string") throw new RangeError(`${quoted} is not a JSON string`);
    if (column === "") throw new RangeError(`the field ${field} has no column`);
    columns[field] = column;
    rest = rest.slice(entry.length);
    more = (afterQuoted ?? afterPlain) === ",";
  }
  const { tool } = columns;
  if (tool === undefined) throw new RangeError(`no column for the field tool; known: ${COLUMN_FIELDS.join(", ")}`);
  return { ...columns, tool };
}

const isField = (name: string | undefined): name is ColumnField => COLUMN_FIELDS.includes(name as ColumnField);

const quote = (text: string | undefined): string => JSON.stringify(text ?? "");

/** Which columns no row of any file had. */
export class ColumnTally {
  rows = 0;
  /** Fields whose column was not seen yet; empty after the first row of nearly every table. */
  missing: [field: ColumnField, column: string][];

  constructor(columns: Columns) {
    this.missing = Object.entries(columns) as [ColumnField, string][];
  }

  /** The names of all columns, of a table that has them in one place. */
  header(names: readonly (string | null)[]): void {
    this.rows++;
    this.missing = this.missing.filter(([, column]) => !names.includes(column));
  }

  row(row: object): void {
    this.rows++;
    if (this.missing.length > 0) this.missing = this.missing.filter(([, column]) => !Object.hasOwn(row, column));
  }
}
