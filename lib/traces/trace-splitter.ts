/**
 * Cuts the bytes of a file into JSON texts: at the ends of lines, or, where one value goes over many lines, at the ends of
 * values. Nothing but the value that is being read is kept.
 */
import { constants } from "node:buffer";

/** Takes one JSON text; not there: it is longer than a text can be. `line`: where it begins, from 1. */
export type TakeText = (text: Uint8Array | undefined, line: number) => void;

const NEWLINE = 0x0a;
const SPACES = new Set([0x20, 0x09, NEWLINE, 0x0d]);

/** Cuts at the ends of lines, or between values, by what the first line looks like. */
export class TraceSplitter {
  readonly #take: TakeText;
  readonly #max: number;
  #cut: LineCutter | ValueCutter | undefined;
  /** What there is until the first line is known to be over. */
  #head: Uint8Array[] = [];
  #size = 0;

  /** `max`: bytes of a text; longer ones are passed over without being kept. Default: what Node.js can hold. */
  constructor(take: TakeText, max: number = constants.MAX_STRING_LENGTH) {
    this.#take = take;
    this.#max = max;
  }

  push(chunk: Uint8Array): void {
    if (this.#cut === undefined) {
      this.#head.push(chunk);
      this.#size += chunk.length;
      if (this.#size > this.#max) this.#start(true);
      else if (chunk.includes(NEWLINE)) this.#start(false);
    } else {
      this.#cut.push(chunk);
    }
  }

  end(): void {
    if (this.#cut === undefined) this.#start(true);
    this.#cut?.end();
  }

  /** `anyhow`: by what there is of the first line, though its end is not there. */
  #start(anyhow: boolean): void {
    const head = withoutMark(joined(this.#head));
    const line = firstLine(head, anyhow);
    if (line === undefined) {
      this.#head = [head];
      return;
    }
    this.#cut = goesOn(line) ? new ValueCutter(this.#take, this.#max) : new LineCutter(this.#take, this.#max);
    this.#head = [];
    this.#cut.push(head);
  }
}

/** The first line that is not blank, if its end is there too, or if it is the `last`. */
export function firstLine(bytes: Uint8Array, last: boolean): Uint8Array | undefined {
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf(NEWLINE, start);
    if (newline < 0 && !last) return undefined;
    const end = newline < 0 ? bytes.length : newline;
    const line = bytes.subarray(start, end);
    if (line.some((byte) => !SPACES.has(byte))) return line;
    start = end + 1;
  }
  return undefined;
}

/** Whether a line is the beginning of a value that goes on in the next one: no JSON text ends like this. */
export function goesOn(line: Uint8Array): boolean {
  let last = line.length - 1;
  while (last >= 0 && SPACES.has(line[last] as number)) last--;
  return "{[,".includes(String.fromCharCode(line[last] ?? 0));
}

/** Without a byte order mark. */
export function withoutMark(bytes: Uint8Array): Uint8Array {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

/** A text that comes in parts. */
class Parts {
  readonly #max: number;
  #parts: Uint8Array[] = [];
  #size = 0;

  constructor(max: number) {
    this.#max = max;
  }

  get size(): number {
    return this.#size;
  }

  add(part: Uint8Array): void {
    this.#size += part.length;
    if (this.#size > this.#max) this.#parts = [];
    else if (part.length > 0) this.#parts.push(part);
  }

  /** The text so far, which is forgotten; not there: it is too long. */
  take(): Uint8Array | undefined {
    const text = this.#size > this.#max ? undefined : joined(this.#parts);
    this.#parts = [];
    this.#size = 0;
    return text;
  }
}

class LineCutter {
  readonly #take: TakeText;
  readonly #rest: Parts;
  #line = 1;

  constructor(take: TakeText, max: number) {
    this.#take = take;
    this.#rest = new Parts(max);
  }

  push(chunk: Uint8Array): void {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      this.#rest.add(chunk.subarray(start, end));
      start = end + 1;
      this.end();
      this.#line++;
    }
    this.#rest.add(chunk.subarray(start));
  }

  end(): void {
    if (this.#rest.size > 0) this.#take(this.#rest.take(), this.#line);
  }
}

/** Cuts out the elements of a list, and the values that follow each other outside of one. */
class ValueCutter {
  readonly #take: TakeText;
  readonly #value: Parts;
  /** Brackets that are open, those of the list around not counted. */
  #depth = 0;
  #started = false;
  #inText = false;
  #escaped = false;
  #line = 1;
  #from = 1;

  constructor(take: TakeText, max: number) {
    this.#take = take;
    this.#value = new Parts(max);
  }

  push(chunk: Uint8Array): void {
    // Where the value that is being read begins in this chunk.
    let start = this.#depth > 0 ? 0 : -1;
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i] as number;
      if (byte === NEWLINE) this.#line++;
      if (this.#inText) {
        if (this.#escaped) this.#escaped = false;
        else if (byte === 0x5c) this.#escaped = true;
        else if (byte === 0x22) this.#inText = false;
      } else if (byte === 0x22) {
        this.#inText = true;
      } else if (byte === 0x7b || byte === 0x5b) {
        const listBegins = byte === 0x5b && !this.#started;
        this.#started = true;
        if (!listBegins && this.#depth++ === 0) {
          start = i;
          this.#from = this.#line;
        }
      } else if ((byte === 0x7d || byte === 0x5d) && this.#depth > 0 && --this.#depth === 0) {
        this.#value.add(chunk.subarray(start, i + 1));
        start = -1;
        this.end();
      }
    }
    if (start >= 0) this.#value.add(chunk.subarray(start));
  }

  /** What is open was cut off; its reader will say so. */
  end(): void {
    if (this.#value.size > 0) this.#take(this.#value.take(), this.#from);
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return parts.length === 1 ? (parts[0] as Uint8Array) : Buffer.concat(parts);
}
