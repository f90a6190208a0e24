/** The packed form, as docs/identity.md describes it, and what a value is before it is written. */
import { types } from "../base/value-types.ts";
import type { Memory } from "./memory.ts";
import { makeRoom, writeSized } from "./text.ts";

const NULL = 0;
const FALSE = 1;
const TRUE = 2;
const NUMBER = 3;
const STRING = 5;
export const ARRAY = 6;
export const OBJECT = 7;

/** A tag and a count of bytes. */
const CONTAINER_HEAD = 5;

/** In place of an end: JSON has nothing for the value. */
export const NOTHING = -1;

/**
 * How many more bytes than characters of JSON a value has: a string by its tag and length but for the quotes, a container for
 * its brackets, a number for six characters, which is about what numbers have. So has a key for its quotes, colon and comma.
 * It is counted with the container, so that only what differs costs anything.
 */
const OVERHEAD = 3;

/** Writes what is no container at `at`, and gives where it ends, or `NOTHING`. */
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
  if (value - value !== 0) return writeNull(memory, at); // NaN, or infinite
  if (at + 9 > memory.bytes.length) makeRoom(memory, at, 9);
  memory.bytes[at] = NUMBER;
  memory.view.setFloat64(at + 1, value + 0, true); // which makes -0 a 0
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

/** Begins a container; gives where its content begins. */
export function openContainer(memory: Memory, tag: number, at: number): number {
  if (at + CONTAINER_HEAD > memory.bytes.length) makeRoom(memory, at, CONTAINER_HEAD);
  memory.bytes[at] = tag;
  return at + CONTAINER_HEAD;
}

/** Ends the container that began at `at`, of so many members. With keys, which are counted with a comma each. */
export function closeContainer(memory: Memory, at: number, end: number, members: number, commas: number): void {
  if (members > 0) memory.characters += commas - 1 - OVERHEAD * members;
  memory.view.setUint32(at + 1, end - at - CONTAINER_HEAD, true);
}

/** A key of so many bytes was written for a member that JSON leaves out. */
export function forgetKey(memory: Memory, key: string, size: number): void {
  memory.characters += size - 4 - key.length;
}

/** Ends the value that began at `at`. False: JSON has nothing for it. */
export function finish(memory: Memory, at: number, end: number): boolean {
  if (end === NOTHING) {
    memory.at = at;
    return false;
  }
  memory.characters += end - at - OVERHEAD;
  memory.at = end;
  return true;
}

/** Whether `value` is an object, or has a `toJSON` that can make one of it. */
export function mayBeObject(value: unknown): value is object {
  return typeof value === "object" ? value !== null : typeof value === "function" || typeof value === "bigint";
}

/** What `JSON.stringify` writes of `value`, the member `key`: what its `toJSON` makes of it, and boxes opened. */
export function prepared(value: object, toJSON: unknown, key: string | number): unknown {
  const given: unknown = typeof toJSON === "function" ? Reflect.apply(toJSON, value, [String(key)]) : value;
  if (types.isNumberObject(given)) return +given;
  if (types.isStringObject(given)) return String(given);
  if (types.isBooleanObject(given)) return Boolean.prototype.valueOf.call(given);
  if (types.isBigIntObject(given)) return BigInt.prototype.valueOf.call(given);
  return given;
}

const { isRawJSON } = JSON as { isRawJSON?: (value: unknown) => boolean };

/** Whether it is one that `JSON.rawJSON` made, of Node.js 22 and later: it stands for the scalar whose text it has. */
export function isRaw(value: object, keys: readonly string[]): value is { readonly rawJSON: string } {
  return keys.length === 1 && keys[0] === "rawJSON" && isRawJSON?.(value) === true;
}

/** How many members a list has; a proxy can say anything. */
export function lengthOf(list: { readonly length: unknown }): number {
  const { length } = list;
  if (typeof length === "number" && length >>> 0 === length) return length;
  const whole = Math.trunc(+(length as number));
  return whole > 0 ? Math.min(whole, Number.MAX_SAFE_INTEGER) : 0;
}
