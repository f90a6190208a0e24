/** Reads files of recorded runs, of any size, line by line, and detects their format. */

import { basename } from "node:path";
import { type Fields, fieldsOf, isFields } from "../history/fields.ts";
import { utf8Text } from "./bytes.ts";
import { COLUMN_FIELDS, type ColumnField, type Columns, type ColumnTally } from "./columns.ts";
import { FORMATS } from "./formats/index.ts";
import { tableReader } from "./formats/own-formats.ts";
import { FaultLimit, TEXT_MAX, TOO_MANY, tooLong } from "./limits.ts";
import { type FormatReader, type TraceFormatSpec, TraceRuns } from "./run-writer.ts";
import { decompressed, fileBytes } from "./trace-bytes.ts";
import {
  hasTooMuch,
  isBlank,
  isList,
  LIST,
  OBJECT,
  type TakeText,
  TraceSplitter,
  ValueCutter,
} from "./trace-splitter.ts";
import type { OpenTraceRun, TraceFault, TraceRunSink } from "./trace-types.ts";

/** The name of a format in `TRACE_FORMATS`. */
export type TraceFormat = string;

/** The formats that can be read; also for `--help` and the documentation. */
export const TRACE_FORMATS: readonly { readonly name: TraceFormat; readonly description: string }[] = FORMATS.map(
  ({ name, description }) => ({ name, description }),
);

export interface ReadTraceOptions {
  open: OpenTraceRun;
  fault: (fault: TraceFault) => void;
  /**
   * Default `"auto"`: the format of the first line that is recognised. With a named format, a file in which no value
   * has that format is a fault.
   */
  format?: TraceFormat | "auto" | undefined;
  /** The values are rows of a table, whose columns mean this; then there is no format. */
  columns?: Columns | undefined;
  /** What is known about the columns is noted here. */
  tally?: ColumnTally | undefined;
  /** What belongs to a run follows each other: a run ends when another one begins. */
  sorted?: boolean | undefined;
  /** Takes the format of the values, once they are known to have it. */
  recognised?: (format: TraceFormat) => void;
  /** Aborts the reading of a file or a stream: the promise is rejected with the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** The columns of rows that are made with a member for each field, so that all have one shape. */
export const BY_FIELD = Object.fromEntries(COLUMN_FIELDS.map((field) => [field, field])) as Columns;

/** After so many broken lines at the start, the rest of the file is not read. */
const BROKEN_START_MAX = 10;

/** Of a longer line, the values are counted before it is parsed. */
const LONG = 1 << 20;

const nothing = (): void => undefined;

/** Reads the lines of a file, or of a part of it, in order. Each line is parsed once and then dropped. */
export class TraceReader {
  readonly #name: string;
  readonly #runs: TraceRuns;
  readonly #faults: FaultLimit;
  readonly #known: (format: TraceFormat) => void;
  #format: FormatReader | undefined;
  /** The format named in the options, until a value of that format was read. */
  #expected: TraceFormatSpec | undefined;
  /** Faults of lines before the first value. */
  #early: TraceFault[] = [];
  #givenUp = false;
  /**
   * Values of no known format, or not of the one named in the options; `#looksLike`: the format that the first of them
   * has.
   */
  #unrecognised = 0;
  #looksLike: TraceFormat | undefined;

  /** `name`: the file's name, for runs without an id. Throws a `RangeError` for an unknown format. */
  constructor(name: string, options: ReadTraceOptions) {
    this.#name = name;
    this.#runs = new TraceRuns(name, options.open, options.sorted);
    this.#faults = new FaultLimit(options.fault);
    this.#known = options.recognised ?? nothing;
    const { format = "auto", columns, tally } = options;
    if (columns !== undefined) this.#format = { value: tableReader(this.#runs, this.#faults.report, columns, tally) };
    if (format === "auto" || columns !== undefined) return;
    const spec = FORMATS.find(({ name: known }) => known === format);
    if (spec === undefined) throw new RangeError(`no format ${JSON.stringify(format)}; known: ${formatNames()}`);
    this.#format = this.#readerOf(spec);
    this.#expected = spec;
  }

  /**
   * Reads a line. `text`: `undefined` for a line that is too long; an empty line is skipped. `number`: its number in
   * the file, from 1. `size`: its bytes.
   */
  line(text: string | Uint8Array | undefined, number: number, size: number = text?.length ?? 0): void {
    if (this.#givenUp || text?.length === 0) return;
    if (text === undefined) {
      this.broken({ line: number, reason: tooLong(size, this.#name) });
      return;
    }
    if (typeof text !== "string" && isBlank(text)) return;
    if (size > LONG && typeof text !== "string" && hasTooMuch(text)) this.#large(text, number);
    else this.#text(text, number);
  }

  #text(text: string | Uint8Array, number: number): void {
    let line = "";
    let value: unknown;
    try {
      line = typeof text === "string" ? text : decoded(text);
      value = JSON.parse(line.charCodeAt(0) === 0xfeff ? line.slice(1) : line);
    } catch (error) {
      if (line.trim() !== "") this.broken({ line: number, reason: `not JSON: ${(error as Error).message}` });
      return;
    }
    this.#value(value, number, text.length);
  }

  /**
   * Reads a line with more values than are parsed at once: a list is read element by element, anything else is a fault.
   */
  #large(text: Uint8Array, number: number): void {
    if (!isList(text)) {
      this.broken({ line: number, reason: TOO_MANY });
      return;
    }
    const list = new ValueCutter(
      (element) => {
        if (element === undefined || (element.length > LONG && hasTooMuch(element)))
          this.broken({ line: number, reason: TOO_MANY });
        else this.#text(element, number);
      },
      TEXT_MAX,
      number,
    );
    list.push(text);
    list.end();
  }

  /** Reads a row of a table, as an object with a member for each column. */
  row(row: Fields, line: number): void {
    this.#format?.value(row, line, 0);
  }

  #value(value: unknown, line: number, size: number): void {
    if (Array.isArray(value) && value.length === 0) return;
    if (typeof value !== "object" || value === null) {
      this.broken({ line, reason: `expected an object or a list, got ${JSON.stringify(value).slice(0, 40)}` });
      return;
    }
    try {
      if (this.#expected !== undefined) this.#checkFormat(value, this.#expected);
      this.#format ??= this.#recognised(value as Fields | unknown[]);
      if (this.#format === undefined) this.#unrecognised++;
      else if (!Array.isArray(value)) this.#format.value(value as Fields, line, size);
      else if (this.#format.list !== undefined) this.#format.list(value, line, size);
      else for (const entry of fieldsOf(value)) this.#format.value(entry, line, size / value.length);
    } catch (error) {
      // Stack overflow: the value is nested very deeply, probably on purpose.
      if (!(error instanceof RangeError && error.message.includes("call stack"))) throw error;
      this.#faults.report({ line, reason: "nested too deeply to be read" });
    }
  }

  /** Ends the open runs, and reports a file that is in no known format. */
  end(): void {
    if (this.#format === undefined && !this.#givenUp) {
      for (const fault of this.#early) this.#faults.report(fault);
      if (this.#unrecognised > 0)
        this.#faults.report({ line: 0, reason: `in no known format; expected ${formatNames()}` });
    }
    this.#format?.end?.();
    this.#runs.end();
    if (this.#expected !== undefined && this.#unrecognised > 0 && !this.#runs.called) {
      const known = this.#looksLike === undefined ? "" : `; it looks like ${this.#looksLike}`;
      this.#faults.report({ line: 0, reason: `contains nothing in the format ${this.#expected.name}${known}` });
    }
    this.#faults.end();
  }

  #checkFormat(value: unknown, expected: TraceFormatSpec): void {
    if (formatOf(value, [expected]) !== undefined) {
      this.#expected = undefined;
      this.#known(expected.name);
    } else {
      this.#unrecognised++;
      this.#looksLike ??= formatOf(value)?.name;
    }
  }

  #recognised(value: Fields | unknown[]): FormatReader | undefined {
    const spec = formatOf(value);
    if (spec === undefined) return undefined;
    for (const fault of this.#early) this.#faults.report(fault);
    this.#early = [];
    this.#known(spec.name);
    return this.#readerOf(spec);
  }

  #readerOf({ reader }: TraceFormatSpec): FormatReader {
    const made = reader(this.#runs, this.#faults.report);
    return typeof made === "function" ? { value: made } : made;
  }

  /** Takes a line or a row that could not be read. */
  broken(fault: TraceFault): void {
    if (this.#format !== undefined || this.#unrecognised > 0) {
      this.#faults.report(fault);
      return;
    }
    this.#early.push(fault);
    if (this.#early.length < BROKEN_START_MAX) return;
    this.#givenUp = true;
    const [first] = this.#early;
    this.#faults.report({ line: 0, reason: `not a file of JSON lines: line ${first?.line} is ${first?.reason}` });
  }
}

/** How deep lists in lists are searched for a known format, and how many elements of each. */
const DEPTH_MAX = 3;
const ELEMENTS_MAX = 20;

/** The format of a value, or of the first element of a list that has one. `formats`: by default all. */
function formatOf(
  value: unknown,
  formats: readonly TraceFormatSpec[] = FORMATS,
  depth = 0,
): TraceFormatSpec | undefined {
  if (isFields(value)) return formats.find((format) => format.recognises(value));
  if (!Array.isArray(value) || depth === DEPTH_MAX) return undefined;
  for (const element of value.slice(0, ELEMENTS_MAX)) {
    const format = formatOf(element, formats, depth + 1);
    if (format !== undefined) return format;
  }
  return undefined;
}

const formatNames = (): string => FORMATS.map(({ name }) => name).join(", ");

/** The text of a line, without a carriage return at its end. */
function decoded(bytes: Uint8Array): string {
  const { length } = bytes;
  return utf8Text(bytes, bytes[length - 1] === 0x0d ? length - 1 : length);
}

/** Takes a run that nobody wants. */
export const IGNORED: TraceRunSink = { round: nothing, turn: nothing, call: nothing, outcome: nothing, end: nothing };

/**
 * Reads a file, or standard input for `"-"`, and calls `open` for each run in it. `fault` is called for everything that
 * cannot be read, a missing file included. The promise is rejected only by `signal`, by what `open` and its sinks
 * throw, and with a `RangeError` for an unknown `format`. Memory is needed for the longest line and for the runs that
 * are open.
 *
 * @example
 * await readTraceFile("runs.jsonl.gz", { open: ({ id }) => sinkOf(id), fault: ({ line, reason }) => warn(line, reason) });
 */
export async function readTraceFile(path: string, options: ReadTraceOptions): Promise<void> {
  await readTraceLines(fileBytes(path), path === "-" ? "stdin" : basename(path), options);
}

/** As `readTraceFile`, for bytes from a stream or in chunks, plain or compressed. `name` names runs without an id. */
export async function readTraceLines(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  name: string,
  options: ReadTraceOptions,
): Promise<void> {
  const chunks = decompressed(source);
  const { columns } = options;
  /** Of rows it is not known before they begin. */
  let reader: { line: TakeText; end(): void } | undefined = columns ? undefined : new TraceReader(name, options);
  let line = 0;
  const splitter = new TraceSplitter(
    (text, number, size) => {
      line = number;
      reader?.line(text, number, size);
    },
    undefined,
    columns &&
      ((first) => {
        const isJson = first === OBJECT || first === LIST;
        reader = isJson ? new TraceReader(name, options) : tsvReader(name, { ...options, columns });
        return !isJson;
      }),
  );
  const next = async (): Promise<Uint8Array | undefined> => {
    options.signal?.throwIfAborted();
    try {
      const { value } = await chunks.next();
      options.signal?.throwIfAborted();
      return value ?? undefined;
    } catch (error) {
      options.signal?.throwIfAborted();
      const reason = `cannot be read${line > 0 ? ` after line ${line}` : ""}: ${(error as Error).message}`;
      options.fault({ line: 0, reason });
      return undefined;
    }
  };
  try {
    for (let chunk = await next(); chunk !== undefined; chunk = await next()) splitter.push(chunk);
    splitter.end();
    reader?.end();
  } finally {
    await chunks.return(undefined);
  }
}

/** What a backslash and a letter stand for; before any other character it stands for that character. */
const ESCAPES: Readonly<Record<string, string>> = { b: "\b", f: "\f", r: "\r", n: "\n", t: "\t", 0: "\0" };
const NULL = "\\N";

type Place = [field: ColumnField, place: number];
type TableOptions = ReadTraceOptions & { columns: Columns };

/** Reads the lines of TSV, of which each is a row, as `TraceReader` does others. */
function tsvReader(name: string, { columns, tally, ...options }: TableOptions): { line: TakeText; end(): void } {
  const rows = new TraceReader(name, { ...options, columns: BY_FIELD });
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
