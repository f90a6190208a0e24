/** Reads recorded runs line by line, and finds out by itself which format they are in. */

import { type Fields, isFields } from "../history/transcript-reader.ts";
import { FaultLimit } from "./fault-limit.ts";
import type { FormatReader, TraceFormatSpec } from "./formats/format.ts";
import { FORMATS } from "./formats/index.ts";
import { NEWLINE } from "./json-bytes.ts";
import { TEXT_MAX, TOO_MANY, tooLong } from "./limits.ts";
import { haveRead, whileTidy } from "./tidy-memory.ts";
import { TraceRuns } from "./trace-runs.ts";
import type { OpenTraceRun, TraceFault } from "./trace-types.ts";
import { hasTooMuch } from "./value-count.ts";
import { isBlank, isList, ValueCutter } from "./value-cutter.ts";

/** A name of `TRACE_FORMATS`. */
export type TraceFormat = string;

/** The formats that can be read, for `--help` and documentation. */
export const TRACE_FORMATS: readonly { readonly name: TraceFormat; readonly description: string }[] = FORMATS.map(
  ({ name, description }) => ({ name, description }),
);

export interface TraceReaderOptions {
  open: OpenTraceRun;
  fault: (fault: TraceFault) => void;
  /** Default `"auto"`: that of the first line which is of a known one. Of another, at least one value must be, or it is a fault. */
  format?: TraceFormat | "auto" | undefined;
}

/** So many broken lines in a row at the start: the file is something else altogether. */
const MAX_BROKEN_START = 10;

/** Bytes of memory that a short line takes besides its own. */
const LINE_COST = 512;

/** A value from a line longer than this is not kept until the next one comes; and how many values it has is counted first. */
const LONG = 1 << 20;

const nothing = (): void => undefined;

/** Reads the lines of one file, or of a part of one, in their order. Each line is parsed once, and nothing of it is kept. */
export class TraceReader {
  readonly #runs: TraceRuns;
  readonly #faults: FaultLimit;
  #format: FormatReader | undefined;
  /** The format that was asked for, until a value is of it. */
  #sought: TraceFormatSpec | undefined;
  /** Faults of lines before the first value. */
  #early: TraceFault[] = [];
  #givenUp = false;
  /** Values that are of no known format, or not of the one that was asked for; and what the first of these are. */
  #strange = 0;
  #looksLike: TraceFormat | undefined;
  /**
   * The value before. V8 throws the code away that it made for objects of a shape when a collection finds none of them,
   * and makes it again for the next line.
   */
  readonly #kept: { last: unknown } = { last: undefined };

  /** `name`: that of the file, for runs that have no id. Throws a `RangeError` for a format that is not known. */
  constructor(name: string, options: TraceReaderOptions) {
    this.#runs = new TraceRuns(name, options.open);
    this.#faults = new FaultLimit(options.fault);
    const { format = "auto" } = options;
    if (format === "auto") return;
    const spec = FORMATS.find(({ name: known }) => known === format);
    if (spec === undefined) throw new RangeError(`no format ${JSON.stringify(format)}; known: ${formatNames()}`);
    this.#format = spec.reader(this.#runs, this.#faults.tell);
    this.#sought = spec;
  }

  /**
   * Reads a line; `number` is its number in the file, from 1. An empty one is passed over; none: it is too long. `size`: its
   * bytes; `free`: gives the memory of `text` back.
   */
  line(
    text: string | Uint8Array | undefined,
    number: number,
    size: number = text?.length ?? 0,
    free: () => void = nothing,
  ): void {
    if (this.#givenUp || text?.length === 0) return;
    if (text === undefined) {
      this.#broken({ line: number, reason: tooLong(size) });
      return;
    }
    if (typeof text !== "string" && isBlank(text)) return;
    haveRead(LINE_COST);
    if (size > LONG && typeof text !== "string" && hasTooMuch(asBuffer(text))) this.#large(text, number);
    else whileTidy(size, () => this.#text(text, number, free));
  }

  #text(text: string | Uint8Array, number: number, free: () => void): void {
    const size = text.length;
    let line = "";
    let value: unknown;
    try {
      line = typeof text === "string" ? text : decoded(text);
      if (size > LONG) free();
      value = JSON.parse(line.charCodeAt(0) === 0xfeff ? line.slice(1) : line);
    } catch (error) {
      if (line.trim() !== "") this.#broken({ line: number, reason: `not JSON: ${(error as Error).message}` });
      return;
    }
    this.#value(value, number, size);
    this.#kept.last = size <= LONG ? value : undefined;
  }

  /** Of more values than are read at once: a list is read element by element. */
  #large(text: Uint8Array, number: number): void {
    if (!isList(text)) {
      this.#broken({ line: number, reason: TOO_MANY });
      return;
    }
    const list = new ValueCutter(
      (element) => {
        if (element === undefined || (element.length > LONG && hasTooMuch(asBuffer(element))))
          this.#broken({ line: number, reason: TOO_MANY });
        else whileTidy(element.length, () => this.#text(element, number, nothing));
      },
      TEXT_MAX,
      number,
    );
    list.push(text);
    list.end();
  }

  /** Reads a block of whole lines, the first of which has the number `first`; gives the number of the line after it. */
  lines(block: Uint8Array, first: number): number {
    const bytes = asBuffer(block);
    haveRead(bytes.length);
    this.#sought = undefined; // it is known of the file, not of each of its parts
    let number = first;
    for (let start = 0; start < bytes.length; number++) {
      const newline = bytes.indexOf(NEWLINE, start);
      const end = newline < 0 ? bytes.length : newline;
      if (end > start) this.line(bytes.subarray(start, end), number);
      start = end + 1;
    }
    return number;
  }

  #value(value: unknown, line: number, size: number): void {
    if (Array.isArray(value) && value.length === 0) return;
    if (typeof value !== "object" || value === null) {
      this.#broken({ line, reason: `expected an object or a list, got ${JSON.stringify(value).slice(0, 40)}` });
      return;
    }
    try {
      if (this.#sought !== undefined) this.#seek(value, this.#sought);
      this.#format ??= this.#recognised(value as Fields | unknown[]);
      if (this.#format === undefined) this.#strange++;
      else this.#format.value(value as Fields | unknown[], line, size);
    } catch (error) {
      // The stack was used up: somebody nested a value on purpose.
      if (!(error instanceof RangeError && error.message.includes("call stack"))) throw error;
      this.#faults.tell({ line, reason: "nested too deeply to be read" });
    }
  }

  /** Ends what is open. A file that was in no known format is a fault now. */
  end(): void {
    if (this.#format === undefined && !this.#givenUp) {
      for (const fault of this.#early) this.#faults.tell(fault);
      if (this.#strange > 0) this.#faults.tell({ line: 0, reason: `in no known format; expected ${formatNames()}` });
    }
    this.#format?.end?.();
    this.#runs.end();
    if (this.#sought !== undefined && this.#strange > 0 && !this.#runs.called) {
      const known = this.#looksLike === undefined ? "" : `; it looks like ${this.#looksLike}`;
      this.#faults.tell({ line: 0, reason: `nothing in it is of the format ${this.#sought.name}${known}` });
    }
    this.#faults.end();
  }

  #seek(value: unknown, sought: TraceFormatSpec): void {
    if (formatOf(value, [sought]) !== undefined) {
      this.#sought = undefined;
    } else {
      this.#strange++;
      this.#looksLike ??= formatOf(value)?.name;
    }
  }

  #recognised(value: Fields | unknown[]): FormatReader | undefined {
    const spec = formatOf(value);
    if (spec === undefined) return undefined;
    for (const fault of this.#early) this.#faults.tell(fault);
    this.#early = [];
    return spec.reader(this.#runs, this.#faults.tell);
  }

  #broken(fault: TraceFault): void {
    if (this.#format !== undefined || this.#strange > 0) {
      this.#faults.tell(fault);
      return;
    }
    this.#early.push(fault);
    if (this.#early.length < MAX_BROKEN_START) return;
    this.#givenUp = true;
    const [first] = this.#early;
    this.#faults.tell({ line: 0, reason: `not a file of JSON lines: line ${first?.line} is ${first?.reason}` });
  }
}

/** Lists in lists that are looked into, and how many of the elements of each. */
const DEPTH_MAX = 3;
const ELEMENTS_MAX = 20;

/** Which of the formats a value is of; of a list, that of the first element that has one. Default: all formats. */
export function formatOf(
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

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The text of a line. */
function decoded(bytes: Uint8Array): string {
  const { length } = bytes;
  return asBuffer(bytes).toString("utf8", 0, bytes[length - 1] === 0x0d ? length - 1 : length);
}
