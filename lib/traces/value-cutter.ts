/** Cuts bytes at the ends of JSON values, wherever lines end. */
import { GatheredText } from "./gathered-text.ts";
import { BACKSLASH, COMMA, LIST, LIST_END, NEWLINE, OBJECT, OBJECT_END, QUOTE } from "./json-bytes.ts";

/**
 * Takes one JSON text, which is there until it returns or calls `free`; not there: it is longer than is read at once. `line`:
 * where it begins, from 1; `size`: its bytes.
 */
export type TakeText = (text: Uint8Array | undefined, line: number, size: number, free: () => void) => void;

/** Bytes that are told of what is no value that could be cut out. */
const STRAY_MAX = 40;

/** Cuts out the elements of a list, and the values that follow each other outside of one. */
export class ValueCutter {
  readonly #take: TakeText;
  readonly #value: GatheredText;
  /** Brackets that are open, those of the list around not counted. */
  #depth = 0;
  #started = false;
  #inText = false;
  #escaped = false;
  #line: number;
  #from: number;
  #found = false;
  /** The first bytes that are part of no object and no list, for who takes the texts to say what is wrong with them. */
  readonly #stray: number[] = [];
  #strayFrom = 0;

  /** `line`: the number of the line that the bytes begin in. */
  constructor(take: TakeText, max: number, line: number) {
    this.#take = take;
    this.#value = new GatheredText(max);
    this.#line = line;
    this.#from = line;
  }

  push(chunk: Uint8Array): void {
    // Where the value that is being read begins in this chunk.
    let start = this.#depth > 0 ? 0 : -1;
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i] as number;
      if (byte === NEWLINE) this.#line++;
      if (this.#inText) {
        if (this.#escaped) this.#escaped = false;
        else if (byte === BACKSLASH) this.#escaped = true;
        else if (byte === QUOTE) this.#inText = false;
      } else if (byte === QUOTE) {
        this.#inText = true;
      } else if (byte === OBJECT || byte === LIST) {
        const listBegins = byte === LIST && !this.#started;
        this.#started = true;
        if (listBegins) continue;
        if (this.#depth++ === 0) {
          start = i;
          this.#from = this.#line;
        }
      } else if ((byte === OBJECT_END || byte === LIST_END) && this.#depth > 0 && --this.#depth === 0) {
        this.#value.add(chunk.subarray(start, i + 1));
        start = -1;
        this.#took();
        continue;
      }
      if (this.#depth === 0 && this.#stray.length < STRAY_MAX) this.#notValue(byte);
    }
    if (start >= 0) this.#value.add(chunk.subarray(start));
  }

  /** What is open was cut off; its reader will say so. */
  end(): void {
    if (this.#value.size > 0) this.#took();
    const stray = Uint8Array.from(this.#stray);
    if (!this.#found && stray.length > 0) this.#take(stray, this.#strayFrom, stray.length, this.#value.free);
  }

  #took(): void {
    this.#found = true;
    this.#take(this.#value.text, this.#from, this.#value.size, this.#value.free);
    this.#value.clear();
  }

  #notValue(byte: number): void {
    if (this.#stray.length === 0) {
      if (isSpace(byte) || byte === COMMA || byte === LIST_END) return;
      this.#strayFrom = this.#line;
    }
    this.#stray.push(byte);
  }
}

export function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === NEWLINE || byte === 0x0d;
}

export function isBlank(text: Uint8Array): boolean {
  return startOf(text) === text.length;
}

/** Whether a text begins like a list. */
export function isList(text: Uint8Array): boolean {
  return text[startOf(text)] === LIST;
}

/** Where the first byte is that is not blank. */
function startOf(text: Uint8Array): number {
  let start = 0;
  while (isSpace(text[start])) start++;
  return start;
}
