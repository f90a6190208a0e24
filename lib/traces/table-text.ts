/** Reads rows as text: TSV, of which each line is a row. */

import type { Fields } from "../history/fields.ts";
import { COLUMN_FIELDS, type ColumnField, type Columns } from "./columns.ts";
import { decoded, TraceReader, type TraceReaderOptions } from "./trace-reader.ts";
import type { TakeText } from "./value-cutter.ts";

/** What a backslash and a letter stand for; before any other character it stands for that character. */
const ESCAPES: Readonly<Record<string, string>> = { b: "\b", f: "\f", r: "\r", n: "\n", t: "\t", 0: "\0" };
const NULL = "\\N";
/** Rows are made with a member for each field, so that all have one shape. */
const OWN_NAMES = Object.fromEntries(COLUMN_FIELDS.map((field) => [field, field])) as { tool: string };

type Place = [field: ColumnField, place: number];
type TableOptions = TraceReaderOptions & { columns: Columns };

/** Reads lines as `TraceReader` does. */
export function tsvReader(name: string, { columns, tally, ...options }: TableOptions): { line: TakeText; end(): void } {
  const rows = new TraceReader(name, { ...options, columns: OWN_NAMES });
  /** The places of the fields that are read, and how many columns there are; known after the header. */
  let places: Place[] | undefined;
  let width = 0;
  const header = (fields: readonly string[], line: number): Place[] => {
    const names = fields.map(unescaped);
    width = names.length;
    tally?.header(names);
    return (Object.entries(columns) as [ColumnField, string][]).flatMap(([field, column]): Place[] => {
      const place = names.indexOf(column);
      if (place >= 0 && names.includes(column, place + 1))
        rows.broken({ line, reason: `the header has the column ${JSON.stringify(column)} twice` });
      return place < 0 ? [] : [[field, place]];
    });
  };
  return {
    line(text, number, size) {
      if (text === undefined) rows.line(text, number, size);
      const line = text === undefined ? "" : decoded(text);
      if (line === "") return;
      const fields = line.split("\t");
      if (places === undefined) places = header(fields, number);
      else if (fields.length === width) {
        const row: Fields = {};
        for (const [field, place] of places) row[field] = unescaped(fields[place] as string);
        if (row["error"] !== undefined) row["error"] = flagOr(row["error"]);
        rows.row(row, number);
      } else {
        const reason = `${fields.length} fields, but the header has ${width}: a tab in a text must be written as \\t`;
        rows.broken({ line: number, reason });
      }
    },
    end: () => rows.end(),
  };
}

/** TSV has no types: an error may be a flag. */
function flagOr(error: unknown): unknown {
  if (error === "0" || error === "false") return false;
  return error === "1" || error === "true" ? true : error;
}

function unescaped(field: string): string | null {
  if (!field.includes("\\")) return field;
  if (field === NULL) return null;
  return field.replace(/\\(.)/gs, (_, letter: string) => ESCAPES[letter] ?? letter);
}
