/** Reads rows as text: TSV, of which each line is a row. */

import type { Fields } from "../history/fields.ts";
import { COLUMN_FIELDS, type ColumnField, type Columns, type ColumnTally } from "./columns.ts";
import { decoded, TraceReader, type TraceReaderOptions } from "./trace-reader.ts";

/** What a backslash and a letter stand for; before any other character it stands for that character. */
const ESCAPES: Readonly<Record<string, string>> = { b: "\b", f: "\f", r: "\r", n: "\n", t: "\t", 0: "\0" };
const NULL = "\\N";
/** Rows are made with a member for each field, so that all have one shape. */
const OWN_NAMES = Object.fromEntries(COLUMN_FIELDS.map((field) => [field, field])) as { tool: string };

type Place = [field: ColumnField, place: number];
type TableOptions = TraceReaderOptions & { columns: Columns };

export class TsvReader {
  readonly #rows: TraceReader;
  readonly #columns: Columns;
  readonly #tally: ColumnTally | undefined;
  /** The places of the fields that are read, and how many columns there are; known after the header. */
  #places: Place[] | undefined;
  #width = 0;

  constructor(name: string, { columns, tally, ...options }: TableOptions) {
    this.#rows = new TraceReader(name, { ...options, columns: OWN_NAMES });
    this.#columns = columns;
    this.#tally = tally;
  }

  /** Reads a line, as `TraceReader.line` does; `size`: its bytes. */
  line(text: Uint8Array | undefined, number: number, size: number): void {
    if (text === undefined) this.#rows.line(text, number, size);
    else if (text.length > 0) this.#text(decoded(text), number, size);
  }

  #text(line: string, number: number, size: number): void {
    const fields = line.split("\t");
    if (line === "") return;
    if (this.#places === undefined) this.#header(fields, number);
    else if (fields.length === this.#width) this.#row(fields, this.#places, number, size);
    else {
      const reason = `${fields.length} fields, but the header has ${this.#width}: a tab in a text must be written as \\t`;
      this.#rows.broken({ line: number, reason });
    }
  }

  #row(fields: readonly string[], places: readonly Place[], number: number, size: number): void {
    const row: Fields = {};
    for (const [field, place] of places) row[field] = unescaped(fields[place] as string);
    if (row["error"] !== undefined) row["error"] = flagOr(row["error"]);
    this.#rows.row(row, number, size);
  }

  end(): void {
    this.#rows.end();
  }

  #header(fields: readonly string[], line: number): void {
    const names = fields.map(unescaped);
    this.#width = names.length;
    this.#places = [];
    for (const [field, column] of Object.entries(this.#columns) as [ColumnField, string][]) {
      const place = names.indexOf(column);
      if (place >= 0) this.#places.push([field, place]);
      if (place >= 0 && names.includes(column, place + 1))
        this.#rows.broken({ line, reason: `the header has the column ${JSON.stringify(column)} twice` });
    }
    this.#tally?.header(names);
  }
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
