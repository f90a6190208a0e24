/** The packed form, as docs/identity.md describes it: its parts, and how a value is prepared for it. */

import { type Memory, makeRoom, writeSized } from "./memory.ts";

const NULL = 0;
const FALSE = 1;
const TRUE = 2;
const NUMBER = 3;
const STRING = 5;
export const ARRAY = 6;
export const OBJECT = 7;

/** Bytes of a tag and a size. */
const CONTAINER_HEAD = 5;

/** In place of an end: the value has no JSON text. */
export const NOTHING = -1;

/**
 * How many bytes more a packed value has than its JSON has characters: for a string 5 of tag and size less 2 quotes, for a
 * container 5 less 2 brackets, for a number 9 less about 6 digits. A key has 4 of size less quotes, colon and comma. It is
 * counted once for each container, so that members cost nothing.
 */
const OVERHEAD = 3;

/** Writes a value that is not a container at `at`, and gives where it ends, or `NOTHING`. */
export function writeScalar(memory: Memory, value: unknown, at: number): number {
  switch (typeof value) {
    case "string":
      return writeString(memory, value, at);
    case "number":
      return writeNumber(memory, value, at);
    case "boolean":
      return writeWord(memory, value ? TRUE : FALSE, value ? 4 : 5, at);
    case "object":
      return writeNull(memory, at);
    case "bigint":
      throw new TypeError("Do not know how to serialize a BigInt");
    default:
      return NOTHING;
  }
}

export function writeString(memory: Memory, value: string, at: number): number {
  if (at >= memory.bytes.length) makeRoom(memory, at, 1);
  memory.bytes[at] = STRING;
  return writeSized(memory, value, at + 1);
}

export function writeNumber(memory: Memory, value: number, at: number): number {
  if (value - value !== 0) return writeNull(memory, at); // NaN or infinite
  if (at + 9 > memory.bytes.length) makeRoom(memory, at, 9);
  memory.bytes[at] = NUMBER;
  memory.view.setFloat64(at + 1, value + 0, true); // `+ 0` turns -0 into 0
  return at + 9;
}

export function writeNull(memory: Memory, at: number): number {
  return writeWord(memory, NULL, 4, at);
}

function writeWord(memory: Memory, tag: number, characters: number, at: number): number {
  if (at >= memory.bytes.length) makeRoom(memory, at, 1);
  memory.characters += characters - 1 + OVERHEAD;
  memory.bytes[at] = tag;
  return at + 1;
}

/** Opens a container, and gives where its content begins. */
export function openContainer(memory: Memory, tag: number, at: number): number {
  if (at + CONTAINER_HEAD > memory.bytes.length) makeRoom(memory, at, CONTAINER_HEAD);
  memory.bytes[at] = tag;
  return at + CONTAINER_HEAD;
}

/** Closes the container that begins at `at`. `commas`: of a list; a key counts with its comma. */
export function closeContainer(memory: Memory, at: number, end: number, members: number, commas: number): void {
  if (members > 0) memory.characters += commas - 1 - OVERHEAD * members;
  memory.view.setUint32(at + 1, end - at - CONTAINER_HEAD, true);
}

/** Takes back a key of `size` bytes, whose member has no JSON text. */
export function forgetKey(memory: Memory, key: string, size: number): void {
  memory.characters += size - 4 - key.length;
}

/** Ends the value that begins at `at`. False: it has no JSON text. */
export function finish(memory: Memory, at: number, end: number): boolean {
  if (end === NOTHING) {
    memory.at = at;
    return false;
  }
  memory.characters += end - at - OVERHEAD;
  memory.at = end;
  return true;
}

const isRawJSON = (JSON as { isRawJSON?: (value: unknown) => boolean }).isRawJSON;

/** Whether `JSON.rawJSON` (Node.js 22 and later) made the value, which stands for the scalar with its text. */
export function isRaw(value: object, keys: readonly string[]): value is { readonly rawJSON: string } {
  return keys.length === 1 && keys[0] === "rawJSON" && isRawJSON?.(value) === true;
}

/** The error for a container that is a member of itself, as `key`. */
export function circularError(key: string | number): TypeError {
  const where = typeof key === "number" ? `index ${key}` : `property ${JSON.stringify(key)}`;
  return new TypeError(`Converting circular structure to JSON: ${where} closes the circle`);
}

/** How many members a list has; a proxy can give any length. */
export function lengthOf(list: { readonly length: unknown }): number {
  const { length } = list;
  if (typeof length === "number" && length >>> 0 === length) return length;
  const whole = Math.trunc(+(length as number));
  return whole > 0 ? Math.min(whole, Number.MAX_SAFE_INTEGER) : 0;
}

/**
 * Writes keys of members. The objects of a tool's calls have the same keys in the same order, so the bytes of some short keys
 * are cached, with the key that followed each the last time. They are in this process only, in no snapshot and no record.
 */

/** The maximum bytes of a cached key with its length. */
const KEY_SIZE = 32;
const WORDS = KEY_SIZE / 4;
const KEYS_MAX = 256;
/** The cache is emptied after this many keys that did not fit: other tools are used now. */
const PATIENCE: number = 1 << 16;

/** Of each cached key, by its place: the key, its words, and the place of the key that followed it the last time. */
const keyAt: string[] = [""];
const words: Int32Array = new Int32Array(KEYS_MAX * WORDS);
const nextOf: Uint8Array = new Uint8Array(KEYS_MAX + 1);
const known = new Map<string, number>([["", 0]]);
let unknown = 0;

/** The place before the first key. */
const START = KEYS_MAX;
/** A place: to keep an object takes V8 longer than to keep a number. */
let last: number = START;

/** Begins a value: the next key is its first. */
export function startKeys(): void {
  last = START;
}

/** Writes the key and its length at `at`, and gives where that ends. */
export function writeKey(memory: Memory, key: string, at: number): number {
  const expected = nextOf[last] as number;
  if (keyAt[expected] !== key || at + KEY_SIZE > memory.bytes.length) return writeUnexpected(memory, key, at);
  last = expected;
  return writeKnown(memory, key, expected, at);
}

function writeKnown({ view }: Memory, key: string, place: number, at: number): number {
  const end = at + 4 + key.length;
  for (let i = place * WORDS, put = at; put < end; i++, put += 4) view.setInt32(put, words[i] as number, true);
  return end;
}

function writeUnexpected(memory: Memory, key: string, at: number): number {
  const found = known.get(key);
  if (found !== undefined) {
    last = nextOf[last] = found;
    if (at + KEY_SIZE <= memory.bytes.length) return writeKnown(memory, key, found, at);
  }
  const end = writeSized(memory, key, at);
  const size = end - at;
  // Only ASCII, where characters and bytes are equal in number.
  const isShort = size <= KEY_SIZE && size === 4 + key.length && at + KEY_SIZE <= memory.bytes.length;
  if (found === undefined && isShort) learn(memory, key, at);
  return end;
}

/** Caches a key, whose bytes are at `at`; what is behind them there counts for nothing. */
function learn({ view }: Memory, key: string, at: number): void {
  if (known.size === KEYS_MAX) {
    if (++unknown < PATIENCE) return;
    unknown = 0;
    known.clear();
    known.set("", 0);
    nextOf.fill(0);
  }
  const place = known.size;
  for (let i = 0; i < WORDS; i++) words[place * WORDS + i] = view.getInt32(at + 4 * i, true);
  known.set(key, place);
  keyAt[place] = key;
  last = nextOf[last] = place;
}
