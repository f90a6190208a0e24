/** The packed form, as docs/identity.md describes it, and what a value is before it is written. */
import { types } from "node:util";
import type { Memory } from "./memory.ts";
import { makeRoom, writeSized } from "./text.ts";

const NULL = 0;
const FALSE = 1;
const TRUE = 2;
const NUMBER = 3;
const STRING = 5;
export const ARRAY = 6;
export const OBJECT = 7;

/** The longest head of a value: a tag and a number. That of a container is a tag and a count of bytes. */
const HEAD_MAX = 9;
const CONTAINER_HEAD = 5;

/** In place of an end: JSON has nothing for the value. */
export const NOTHING = -1;

/** Characters of a number in JSON, about. */
const NUMBER_CHARACTERS = 4;

/** Writes what is no container at `at`, and gives where it ends, or `NOTHING`. */
export function writeScalar(memory: Memory, value: unknown, at: number): number {
  if (at + HEAD_MAX > memory.bytes.length) makeRoom(memory, at, HEAD_MAX);
  switch (typeof value) {
    case "string":
      memory.characters += value.length + 2;
      memory.bytes[at] = STRING;
      return writeSized(memory, value, at + 1);
    case "number":
      if (value - value !== 0) return writeNull(memory, at); // NaN, or infinite
      memory.characters += NUMBER_CHARACTERS;
      memory.bytes[at] = NUMBER;
      memory.view.setFloat64(at + 1, value + 0, true); // which makes -0 a 0
      return at + HEAD_MAX;
    case "boolean":
      memory.characters += value ? 4 : 5;
      memory.bytes[at] = value ? TRUE : FALSE;
      return at + 1;
    case "object":
      return writeNull(memory, at);
    case "bigint":
      throw new TypeError("Do not know how to serialize a BigInt");
    default:
      return NOTHING;
  }
}

/** Writes a null, for which there is room wherever a value was to be written. */
export function writeNull(memory: Memory, at: number): number {
  memory.characters += 4;
  memory.bytes[at] = NULL;
  return at + 1;
}

/** Begins a container; gives where its content begins. */
export function openContainer(memory: Memory, tag: number, at: number): number {
  if (at + HEAD_MAX > memory.bytes.length) makeRoom(memory, at, HEAD_MAX);
  memory.bytes[at] = tag;
  return at + CONTAINER_HEAD;
}

/** Ends the container that began at `at`, of so many members. */
export function closeContainer(memory: Memory, at: number, end: number, members: number): void {
  memory.characters += members === 0 ? 2 : 1 + members; // brackets, and commas between the members
  memory.view.setUint32(at + 1, end - at - CONTAINER_HEAD, true);
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

/** How many members a list has; a proxy can say anything. */
export function lengthOf(list: { readonly length: unknown }): number {
  const { length } = list;
  if (typeof length === "number" && length >>> 0 === length) return length;
  const whole = Math.trunc(+(length as number));
  return whole > 0 ? Math.min(whole, Number.MAX_SAFE_INTEGER) : 0;
}
