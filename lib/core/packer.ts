/**
 * Packs values: what `JSON.stringify` would write, in packed form. It takes the same steps in the same order, so that getters,
 * `toJSON` and the traps of proxies observe no difference.
 */
import { mayBeObject, prepared, TOO_LARGE, VALUE_MAX } from "../base/json-text.ts";
import { types } from "../base/value-types.ts";
import type { Memory } from "./memory.ts";
import {
  ARRAY,
  circularError,
  closeContainer,
  finish,
  forgetKey,
  isRaw,
  lengthOf,
  NOTHING,
  OBJECT,
  openContainer,
  startKeys,
  writeKey,
  writeNull,
  writeNumber,
  writeScalar,
  writeString,
} from "./packed.ts";
import { packDeep } from "./packer-deep.ts";

const isBoxedPrimitive = types.isBoxedPrimitive;

/** Levels that are written by recursion; deeper ones are left to `packDeep`. */
const LEVELS = 100;

/** A container that is being written. A new object each time, since writing to an older one takes V8 longer. */
class Level {
  readonly value: object;
  readonly above: Level | undefined;
  /** Its level, from 1. */
  readonly depth: number;

  constructor(value: object, above: Level | undefined, depth: number) {
    this.value = value;
    this.above = above;
    this.depth = depth;
  }
}

/** Above a value that is to be written without recursion. */
const FLAT: Level = new Level({}, undefined, LEVELS);

/** A value is being packed, so another call of `pack` comes from the user's code, such as a getter. */
let busy = false;
/** A result is being packed: packing stops at the first value that JSON does not express in full. */
let strict = false;
/** Thrown there. */
const INEXPRESSIBLE: Error = new Error("JSON does not express the value in full");

/** How many more members may be written; what a getter packs meanwhile counts, too. */
let membersLeft = 0;

/**
 * Writes `value` at `memory.at`, and moves that to its end. False: the value has no JSON text (`undefined`, a function, a
 * symbol), and nothing was written. Throws what `JSON.stringify` throws, and a `RangeError` for a value beyond `VALUE_MAX`;
 * `memory.at` is then as before. `memory.characters` is afterwards about the length of the JSON text.
 */
export function pack(memory: Memory, value: unknown): boolean {
  const isInner = busy;
  try {
    return packAs(memory, value, undefined, false);
  } catch (error) {
    // The stack may be nearly full, so the value is packed again without recursion. Not for a getter that packs its own
    // object, which never ends, and would do so twice as often on each level.
    if (isInner || !isStackOverflow(error)) throw error;
    return packAs(memory, value, FLAT, false);
  }
}

/**
 * The same for a result that JSON expresses in full, as `isJson` defines it. False: it does not, or finding out needs a closer
 * look; nothing was written, although getters may have been called. Throws what a getter or a proxy throws.
 */
export function packResult(memory: Memory, value: unknown): boolean {
  const isInner = busy;
  try {
    return packAs(memory, value, undefined, true);
  } catch (error) {
    if (error === INEXPRESSIBLE || (!isInner && isStackOverflow(error))) return false;
    throw error;
  }
}

function packAs(memory: Memory, value: unknown, above: Level | undefined, isStrict: boolean): boolean {
  const { at } = memory;
  const outer = strict;
  const isInner = busy;
  const { limit } = memory;
  strict = isStrict;
  busy = true;
  if (!isInner) membersLeft = VALUE_MAX.members;
  memory.limit = Math.min(limit, at + VALUE_MAX.bytes);
  try {
    memory.characters = 0;
    startKeys();
    const end = write(memory, value, "", at, above);
    // The block may have been larger already.
    if (end > memory.limit) throw new RangeError(TOO_LARGE);
    return finish(memory, at, end);
  } catch (error) {
    memory.at = at;
    throw error;
  } finally {
    memory.limit = limit;
    strict = outer;
    busy = isInner;
  }
}

function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes("call stack");
}

/** Writes any value at `at`, which is also `memory.at`. Gives where it ends, or `NOTHING`. Small, so that V8 inlines it. */
function write(memory: Memory, value: unknown, key: string | number, at: number, above: Level | undefined): number {
  if (typeof value === "string") return writeString(memory, value, at);
  if (typeof value === "number" && value - value === 0) return writeNumber(memory, value, at);
  return writeOther(memory, value, key, at, above);
}

function writeOther(
  memory: Memory,
  value: unknown,
  key: string | number,
  at: number,
  above: Level | undefined,
): number {
  if (typeof value !== "object" || value === null) return writeRare(memory, value, key, at, above);
  const { toJSON } = value as { toJSON?: unknown };
  if (!strict && ArrayBuffer.isView(value) && (value as Uint8Array).length > membersLeft) {
    // To list the elements, as a Buffer's own `toJSON` does, would take seconds.
    if (toJSON === undefined || toJSON === globalThis.Buffer?.prototype.toJSON) countMembers(Infinity);
  }
  if (typeof toJSON === "function") return writePrepared(memory, value, toJSON, key, at, above);
  if (Array.isArray(value)) return writeContainer(memory, value, true, key, at, above);
  if (isBoxedPrimitive(value)) return writePrepared(memory, value, toJSON, key, at, above);
  return writeContainer(memory, value, false, key, at, above);
}

function writeRare(memory: Memory, value: unknown, key: string | number, at: number, above: Level | undefined): number {
  if (mayBeObject(value)) return writePrepared(memory, value, (value as { toJSON?: unknown }).toJSON, key, at, above);
  if (strict && (typeof value === "number" || typeof value === "symbol")) throw INEXPRESSIBLE;
  return writeScalar(memory, value, at);
}

function writePrepared(
  memory: Memory,
  given: object,
  toJSON: unknown,
  key: string | number,
  at: number,
  above: Level | undefined,
): number {
  if (strict && Object.getPrototypeOf(given) !== Date.prototype) throw INEXPRESSIBLE;
  const value = prepared(given, toJSON, key);
  if (typeof value === "object" && value !== null)
    return writeContainer(memory, value, Array.isArray(value), key, at, above);
  return writeScalar(memory, value, at);
}

function writeContainer(
  memory: Memory,
  value: object,
  isList: boolean,
  key: string | number,
  at: number,
  above: Level | undefined,
): number {
  const isDeep = above !== undefined && above.depth >= LEVELS;
  if (strict && (isDeep || !isPlain(value, isList))) throw INEXPRESSIBLE;
  if (isDeep) return packDeep(memory, value, key, at, valuesOf(above), countMembers);
  for (let level = above; level !== undefined; level = level.above) {
    if (level.value !== value) continue;
    if (strict) throw INEXPRESSIBLE;
    throw circularError(key);
  }
  const level = new Level(value, above, above === undefined ? 1 : above.depth + 1);
  return isList
    ? writeItems(memory, value as unknown[], at, level)
    : writeMembers(memory, value as Record<string, unknown>, at, level);
}

function* valuesOf(last: Level): Generator<object> {
  for (let level: Level | undefined = last; level !== undefined; level = level.above) yield level.value;
}

function writeItems(memory: Memory, list: unknown[], at: number, above: Level | undefined): number {
  const length = lengthOf(list);
  countMembers(length);
  let to = openContainer(memory, ARRAY, at);
  for (let i = 0; i < length; i++) {
    memory.at = to;
    const end = write(memory, list[i], i, to, above);
    if (end !== NOTHING) to = end;
    else if (strict) throw INEXPRESSIBLE;
    else to = writeNull(memory, to);
  }
  closeContainer(memory, at, to, length, length);
  return to;
}

function writeMembers(memory: Memory, object: Record<string, unknown>, at: number, above: Level | undefined): number {
  const keys = Object.keys(object);
  if (isRaw(object, keys)) return writeScalar(memory, JSON.parse(object.rawJSON), at);
  countMembers(keys.length);
  let to = openContainer(memory, OBJECT, at);
  let members = 0;
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as string;
    const begin = writeKey(memory, key, to);
    memory.at = begin;
    const end = write(memory, object[key], key, begin, above);
    if (end === NOTHING) {
      forgetKey(memory, key, begin - to);
      continue;
    }
    members++;
    to = end;
  }
  closeContainer(memory, at, to, members, 0);
  return to;
}

/** Whether it is a list or an object of this realm, and not an instance of a class. */
function isPlain(value: object, isList: boolean): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (isList) return prototype === Array.prototype;
  return prototype === Object.prototype || prototype === null;
}

function countMembers(count: number): void {
  membersLeft -= count;
  if (membersLeft < 0) throw new RangeError(TOO_LARGE);
}
