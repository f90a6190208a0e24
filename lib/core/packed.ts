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

interface KnownKey {
  readonly key: string;
  /** Where its words are. */
  readonly from: number;
  readonly to: number;
  /** How many bytes they are. */
  readonly size: number;
  /** The key that followed it the last time. */
  next: KnownKey;
}

const words: Int32Array = new Int32Array(KEYS_MAX * WORDS);
const bytesOfWords = new DataView(words.buffer);

/** The empty key. */
const EMPTY: KnownKey = { key: "", from: 0, to: 1, size: 4, next: undefined as unknown as KnownKey };
EMPTY.next = EMPTY;
const known = new Map<string, KnownKey>([["", EMPTY]]);
let unknown = 0;

const start: KnownKey = { ...EMPTY };
let last: KnownKey = start;

/** Begins a value: the next key is its first. */
export function startKeys(): void {
  last = start;
}

/** Writes the key and its length at `at`, and gives where that ends. */
export function writeKey(memory: Memory, key: string, at: number): number {
  const expected = last.next;
  if (expected.key !== key || at + KEY_SIZE > memory.bytes.length) return writeUnexpected(memory, key, at);
  last = expected;
  return writeKnown(memory, expected, at);
}

function writeKnown(memory: Memory, { from, to, size }: KnownKey, at: number): number {
  const { view } = memory;
  for (let i = from, put = at; i < to; i++, put += 4) view.setInt32(put, words[i] as number, true);
  return at + size;
}

function writeUnexpected(memory: Memory, key: string, at: number): number {
  const found = known.get(key);
  if (found !== undefined) {
    last.next = found;
    last = found;
    if (at + KEY_SIZE <= memory.bytes.length) return writeKnown(memory, found, at);
  }
  const end = writeSized(memory, key, at);
  const size = end - at;
  // Only ASCII, where characters and bytes are equal in number.
  if (found === undefined && size <= KEY_SIZE && size === 4 + key.length) learn(memory, key, at, size);
  return end;
}

/** Caches a key, whose bytes are at `at`. */
function learn(memory: Memory, key: string, at: number, size: number): void {
  if (known.size === KEYS_MAX) {
    if (++unknown < PATIENCE) return;
    unknown = 0;
    known.clear();
    known.set("", EMPTY);
    EMPTY.next = EMPTY;
    start.next = EMPTY;
  }
  const from = known.size * WORDS;
  for (let i = 0; i < size; i++) bytesOfWords.setUint8(from * 4 + i, memory.bytes[at + i] as number);
  for (let i = from; i < from + WORDS; i++) words[i] = bytesOfWords.getInt32(4 * i, true);
  const made: KnownKey = { key, from, to: from + ((size + 3) >> 2), size, next: EMPTY };
  known.set(key, made);
  last.next = made;
  last = made;
}
