/**
 * Writes keys of members. The objects of a tool's calls have the same keys in the same order, so the bytes of some short keys
 * are cached, with the key that followed each the last time. They are in this process only, in no snapshot and no record.
 */
import type { Memory } from "./memory.ts";
import { writeSized } from "./text.ts";

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
