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
