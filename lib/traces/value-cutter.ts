/** Splits bytes at the ends of JSON values, whatever the lines. */

import { joined } from "./bytes.ts";

/** The bytes that delimit values in JSON. */
export const NEWLINE = 0x0a;
export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const LIST = 0x5b;
export const BACKSLASH = 0x5c;
const LIST_END = 0x5d;
export const OBJECT = 0x7b;
const OBJECT_END = 0x7d;

/**
 * Receives one JSON text, which is valid until the function returns; `undefined` for a text that is too long. `line`: the
 * line on which it begins, from 1. `size`: its bytes.
 */
export type TakeText = (text: Uint8Array | undefined, line: number, size: number) => void;

/** How many bytes outside of any value are kept for an error message. */
const STRAY_MAX = 40;

/** Finds the elements of a list, and values that follow each other without a list. */
export class ValueCutter {
  readonly #take: TakeText;
  readonly #value: GatheredText;
  /** Open brackets, not counting the enclosing list's. */
  #depth = 0;
  #started = false;
  #inText = false;
  #escaped = false;
  #line: number;
  #from: number;
  #found = false;
  /**
   * The first bytes that are not part of an object or a list. They are passed on like a text, and reported as invalid
   * there.
   */
  readonly #stray: number[] = [];
  #strayFrom = 0;

  /** `line`: the number of the line on which the bytes begin. */
  constructor(take: TakeText, max: number, line: number) {
    this.#take = take;
    this.#value = new GatheredText(max);
    this.#line = line;
    this.#from = line;
  }

  push(chunk: Uint8Array): void {
    // The start of the current value in this chunk.
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

  /** Passes on what is open: it was cut off, and the reader reports it as invalid. */
  end(): void {
    if (this.#value.size > 0) this.#took();
    const stray = Uint8Array.from(this.#stray);
    if (!this.#found && stray.length > 0) this.#take(stray, this.#strayFrom, stray.length);
  }

  #took(): void {
    this.#found = true;
    this.#take(this.#value.text, this.#from, this.#value.size);
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

/** Whether a text begins with `[`. */
export function isList(text: Uint8Array): boolean {
  return text[startOf(text)] === LIST;
}

/** The index of the first byte that is not white space. */
function startOf(text: Uint8Array): number {
  let start = 0;
  while (isSpace(text[start])) start++;
  return start;
}

export class GatheredText {
  readonly #max: number;
  #parts: Uint8Array[] = [];
  #size = 0;

  /** `max`: bytes; of a longer text only the size is recorded. */
  constructor(max: number) {
    this.#max = max;
  }

  /** Bytes so far. */
  get size(): number {
    return this.#size;
  }

  add(part: Uint8Array): void {
    if (part.length === 0) return;
    this.#size += part.length;
    if (this.#size > this.#max) this.#parts = [];
    else this.#parts.push(part);
  }

  /** The text so far; `undefined` if it is too long. */
  get text(): Uint8Array | undefined {
    if (this.#size > this.#max) return undefined;
    if (this.#parts.length !== 1) this.#parts = [joined(this.#parts)];
    return this.#parts[0];
  }

  clear(): void {
    this.#parts = [];
    this.#size = 0;
  }
}
