/** Reads recorded runs line by line, and finds out by itself which format they are in. */
import { type Fields, isFields } from "../transcript-reader.ts";
import { FaultLimit } from "./fault-limit.ts";
import type { FormatReader, TraceFormatSpec } from "./formats/format.ts";
import { FORMATS } from "./formats/index.ts";
import { TraceRuns } from "./trace-runs.ts";
import type { OpenTraceRun, TraceFault } from "./trace-types.ts";

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

/** A value from a line longer than this is not kept until the next one comes. */
const KEPT_MAX = 1 << 20;

const TOO_LONG = "longer than a text can be in Node.js; cut the run into several lines";

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

  /** Reads a line; `number` is its number in the file, from 1. An empty one is passed over; none: it is too long. */
  line(text: string | Uint8Array | undefined, number: number): void {
    if (this.#givenUp || text?.length === 0) return;
    if (text === undefined) {
      this.#broken({ line: number, reason: TOO_LONG });
      return;
    }
    let value: unknown;
    try {
      const line = typeof text === "string" ? text : decoded(text);
      value = JSON.parse(line.charCodeAt(0) === 0xfeff ? line.slice(1) : line);
    } catch (error) {
      if (!isBlank(text)) this.#broken({ line: number, reason: whyBroken(error) });
      return;
    }
    this.#value(value, number, text.length);
    this.#kept.last = text.length <= KEPT_MAX ? value : undefined;
  }

  /** Reads a block of whole lines, the first of which has the number `first`; gives the number of the line after it. */
  lines(block: Uint8Array, first: number): number {
    const bytes = asBuffer(block);
    this.#sought = undefined; // it is known of the file, not of each of its parts
    let number = first;
    for (let start = 0; start < bytes.length; number++) {
      const newline = bytes.indexOf(0x0a, start);
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

function isBlank(text: string | Uint8Array): boolean {
  return (typeof text === "string" ? text : decoded(text)).trim() === "";
}

function whyBroken(error: unknown): string {
  if ((error as { code?: unknown }).code === "ERR_STRING_TOO_LONG") return TOO_LONG;
  return `not JSON: ${(error as Error).message}`;
}
