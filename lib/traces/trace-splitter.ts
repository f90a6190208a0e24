/**
 * Splits the bytes of a file into JSON texts: at the ends of lines or, when values span several lines, at the ends of
 * values. Only the current text is kept, and each byte is read once.
 */

import { joined, utf8Text } from "./bytes.ts";
import { KEYS_MAX, TEXT_MAX, VALUES_MAX } from "./limits.ts";

/** The bytes that delimit values in JSON. */
const NEWLINE = 0x0a;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
export const LIST = 0x5b;
const BACKSLASH = 0x5c;
const LIST_END = 0x5d;
export const OBJECT = 0x7b;
const OBJECT_END = 0x7d;

/**
 * Receives one JSON text, which is valid until the function returns; `undefined` for a text that is too long. `line`: the
 * line on which it begins, from 1. `size`: its bytes.
 */
export type TakeText = (text: Uint8Array | undefined, line: number, size: number) => void;

/** Splits at the ends of lines or, if the first that is not blank goes on in the next, at the ends of values. */
export class TraceSplitter {
  readonly #take: TakeText;
  readonly #max: number;
  #begins: ((first: number) => boolean) | undefined;
  /** The line so far. */
  readonly #text: GatheredText;
  /** Reads the elements of a list on a line that is too long. */
  #list: ValueCutter | undefined;
  /** Reads values that span lines. */
  #values: ValueCutter | undefined;
  /** It is known what the text is split at. */
  #known = false;
  #line = 1;

  /**
   * `max`: bytes of a text; longer ones are skipped without being stored. Default: `TEXT_MAX`. `begins`: takes the first
   * byte that is not blank, and gives whether every line is a text, whatever it ends in.
   */
  constructor(take: TakeText, max: number = TEXT_MAX, begins?: (first: number) => boolean) {
    this.#take = take;
    this.#begins = begins;
    this.#max = max;
    this.#text = new GatheredText(max);
  }

  push(given: Uint8Array): void {
    const chunk = this.#known || this.#text.size > 0 ? given : this.#afterBlanks(given);
    if (this.#begins !== undefined && chunk[0] !== undefined) {
      this.#known = this.#begins(chunk[0]);
      this.#begins = undefined;
    }
    let start = 0;
    while (this.#values === undefined) {
      const end = chunk.indexOf(NEWLINE, start);
      this.#add(chunk.subarray(start, end < 0 ? chunk.length : end));
      if (end < 0) return;
      const first = this.#known || this.#list !== undefined ? undefined : this.#text.text;
      this.#known = true;
      if (first !== undefined && goesOn(first)) {
        this.#values = new ValueCutter(this.#take, this.#max, this.#line);
        this.#values.push(first);
        start = end;
      } else {
        this.end();
        this.#line++;
        start = end + 1;
      }
    }
    this.#values.push(chunk.subarray(start));
  }

  end(): void {
    const values = this.#values ?? this.#list;
    if (values !== undefined) values.end();
    else if (this.#text.size > 0) this.#take(this.#text.text, this.#line, this.#text.size);
    this.#list = undefined;
    this.#text.clear();
  }

  #afterBlanks(chunk: Uint8Array): Uint8Array {
    let start = 0;
    for (; isSpace(chunk[start]); start++) if (chunk[start] === NEWLINE) this.#line++;
    return chunk.subarray(start);
  }

  #add(part: Uint8Array): void {
    if (this.#list === undefined && this.#text.size <= this.#max && this.#text.size + part.length > this.#max) {
      const before = this.#text.text as Uint8Array;
      if (isList(before.length > 0 ? before : part)) {
        this.#list = new ValueCutter(this.#take, this.#max, this.#line);
        this.#list.push(before);
      }
    }
    if (this.#list === undefined) this.#text.add(part);
    else this.#list.push(part);
  }
}

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

function isSpace(byte: number | undefined): boolean {
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

class GatheredText {
  readonly #max: number;
  #parts: Uint8Array[] = [];
  /** Bytes so far. */
  size = 0;

  /** `max`: bytes; of a longer text only the size is recorded. */
  constructor(max: number) {
    this.#max = max;
  }

  add(part: Uint8Array): void {
    if (part.length === 0) return;
    this.size += part.length;
    if (this.size > this.#max) this.#parts = [];
    else this.#parts.push(part);
  }

  /** The text so far; `undefined` if it is too long. */
  get text(): Uint8Array | undefined {
    if (this.size > this.#max) return undefined;
    if (this.#parts.length !== 1) this.#parts = [joined(this.#parts)];
    return this.#parts[0];
  }

  clear(): void {
    this.#parts = [];
    this.size = 0;
  }
}

/** Whether the value on a line continues on the next line: it ends in `{`, `[` or `,`, as no JSON text does. */
function goesOn(line: Uint8Array): boolean {
  let last = line.length - 1;
  while (last >= 0 && isSpace(line[last])) last--;
  return "{[,".includes(String.fromCharCode(line[last] ?? 0));
}

/** Whether a text contains more than `VALUES_MAX` values or `KEYS_MAX` different keys. Skips strings quickly. */
export function hasTooMuch(text: Uint8Array): boolean {
  let values = 0;
  const keys = new Set<string>();
  for (let i = 0; i < text.length; i++) {
    const byte = text[i];
    if (byte === QUOTE) {
      const end = endOfString(text, i);
      if (text[end + 1] === COLON) keys.add(utf8Text(text.subarray(i + 1, end)));
      i = end;
    } else if (byte === COMMA || byte === OBJECT || byte === LIST) {
      values++;
    }
    if (values > VALUES_MAX || keys.size > KEYS_MAX) return true;
  }
  return false;
}

/** The end of the string that begins at `start`. */
function endOfString(text: Uint8Array, start: number): number {
  for (let end = text.indexOf(QUOTE, start + 1); end >= 0; end = text.indexOf(QUOTE, end + 1)) {
    let before = end - 1;
    while (text[before] === BACKSLASH) before--;
    if ((end - before) % 2 === 1) return end;
  }
  return text.length;
}
