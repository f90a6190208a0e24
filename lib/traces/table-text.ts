/** Reads rows as text: JSON lines, or TSV where it does not begin as JSON does. */

import type { Fields } from "../history/fields.ts";
import { COLUMN_FIELDS, type ColumnField, type Columns, type ColumnTally } from "./columns.ts";
import { TableReader } from "./formats/table.ts";
import { FaultLimit, haveRead, tooLong } from "./limits.ts";
import { TraceRuns } from "./run-writer.ts";
import { decoded, TraceReader } from "./trace-reader.ts";
import type { OpenTraceRun, TraceFault } from "./trace-types.ts";
import { LIST, OBJECT } from "./value-cutter.ts";

interface RowReaderOptions {
  columns: Columns;
  /** Rows of a run follow each other: a run ends when the next row names another one. */
  sorted?: boolean | undefined;
  /** Counts rows, and notes which columns there are. */
  tally?: ColumnTally | undefined;
  open: OpenTraceRun;
  fault: (fault: TraceFault) => void;
}

export class RowReader {
  readonly #runs: TraceRuns;
  readonly #faults: FaultLimit;
  readonly #table: TableReader;

  /** `name`: of the run of all rows without an id. */
  constructor(name: string, { columns, sorted, tally, open, fault }: RowReaderOptions) {
    this.#runs = new TraceRuns(name, open, sorted);
    this.#faults = new FaultLimit(fault);
    this.#table = new TableReader(this.#runs, this.#faults.report, columns, tally);
  }

  /**
   * A row as an object with a member for each column. `line`: its number, from 1. `size`: about how many bytes it takes,
   * so that garbage is collected in time.
   */
  row(row: Fields, line: number, size: number): void {
    haveRead(size);
    this.#table.value(row, line);
  }

  /** A row that could not be read. */
  broken(fault: TraceFault): void {
    this.#faults.report(fault);
  }

  /** Ends the open runs. */
  end(): void {
    this.#runs.end();
    this.#faults.end();
  }
}

/** What a backslash and a letter stand for; before any other character it stands for that character. */
const ESCAPES: Readonly<Record<string, string>> = { b: "\b", f: "\f", r: "\r", n: "\n", t: "\t", 0: "\0" };
const NULL = "\\N";
/** Rows are made with a member for each field, so that all have one shape. */
const OWN_NAMES = Object.fromEntries(COLUMN_FIELDS.map((field) => [field, field])) as { tool: string };

type Place = [field: ColumnField, place: number];

class TsvReader {
  readonly #rows: RowReader;
  readonly #columns: Columns;
  readonly #tally: ColumnTally | undefined;
  /** The places of the fields that are read, and how many columns there are; known after the header. */
  #places: Place[] | undefined;
  #width = 0;

  constructor(name: string, { columns, tally, ...options }: RowReaderOptions) {
    this.#rows = new RowReader(name, { ...options, columns: OWN_NAMES });
    this.#columns = columns;
    this.#tally = tally;
  }

  /** Reads a line, as `TraceReader.line` does; `size`: its bytes. */
  line(text: Uint8Array | undefined, number: number, size: number): void {
    if (text === undefined) this.#rows.broken({ line: number, reason: tooLong(size) });
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

export class TableText {
  readonly #name: string;
  readonly #options: RowReaderOptions;
  #reader: TraceReader | TsvReader | undefined;

  constructor(name: string, options: RowReaderOptions) {
    this.#name = name;
    this.#options = options;
  }

  /** Takes the first byte that is not blank; gives whether each line is a row, so that no row goes on in the next. */
  begins(first: number): boolean {
    const isJson = first === OBJECT || first === LIST;
    this.#reader = new (isJson ? TraceReader : TsvReader)(this.#name, this.#options);
    return !isJson;
  }

  line(text: Uint8Array | undefined, number: number, size: number, free: () => void): void {
    const reader = this.#reader;
    if (reader instanceof TsvReader) reader.line(text, number, size);
    else reader?.line(text, number, size, free);
  }

  end(): void {
    this.#reader?.end();
  }
}
