/**
 * Values in the packed form: of any value what `JSON.stringify` would have said of it, without the text. The same steps in
 * the same order, so that getters, `toJSON` and the traps of proxies see no difference.
 */
import { types } from "../base/value-types.ts";
import { circularError } from "./circular.ts";
import { startKeys, writeKey } from "./keys.ts";
import type { Memory } from "./memory.ts";
import {
  ARRAY,
  closeContainer,
  finish,
  forgetKey,
  isRaw,
  lengthOf,
  mayBeObject,
  NOTHING,
  OBJECT,
  openContainer,
  prepared,
  writeNull,
  writeNumber,
  writeScalar,
  writeString,
} from "./packed.ts";
import { packDeep } from "./packer-deep.ts";

const { isBoxedPrimitive } = types;

/** Levels of nesting that are written by recursion. */
const LEVELS = 100;

/** A container that is being written by recursion. Each time a new one: to put the value anywhere older takes V8 longer. */
class Level {
  readonly value: object;
  /** Where it stands in the one above. */
  readonly key: string | number;
  readonly above: Level | undefined;
  /** How many there are with it. */
  readonly depth: number;

  constructor(value: object, key: string | number, above: Level | undefined, depth: number) {
    this.value = value;
    this.key = key;
    this.above = above;
    this.depth = depth;
  }
}

/** Stands above a value of which nothing is to be written by recursion. */
const FLAT: Level = new Level({}, "", undefined, LEVELS);

/** A value is being packed. What packs another meanwhile is code of the user's. */
let busy = false;
/** It is a result that is packed, which is given up where JSON does not say all of it. */
let strict = false;
/** Thrown there. */
const UNSAID: Error = new Error("JSON does not say all there is of the value");

/** A result of more members than this is a proxy's, or one that has the same objects in many places. */
const MEMBERS_MAX: number = 1 << 24;
let membersLeft = 0;

/**
 * Writes `value` at `memory.at`, and moves that behind it. False: JSON has nothing for the value (`undefined`, a function,
 * a symbol), and nothing was written. Throws what `JSON.stringify` throws, and a `RangeError` for what is too large; then
 * `memory.at` is as before. `memory.characters` is the length of the JSON text then, about.
 */
export function pack(memory: Memory, value: unknown): boolean {
  const { at } = memory;
  const outer = strict;
  const isInner = busy;
  strict = false;
  busy = true;
  try {
    return packAs(memory, value, undefined);
  } catch (error) {
    memory.at = at;
    // As `JSON.stringify` would have been, it was called near the end of the stack. The other way needs next to none; but a
    // getter that packs its own object never comes to an end, and far less if each time there are two ways to try.
    if (isInner || !isStackOverflow(error)) throw error;
    return packFlat(memory, value);
  } finally {
    strict = outer;
    busy = isInner;
  }
}

/**
 * The same for a result of which JSON says all there is, as `isJson` has it. False: it does not, or to know takes a longer
 * look; then nothing was written, though getters may have been called. Throws what a getter or a proxy throws.
 */
export function packResult(memory: Memory, value: unknown): boolean {
  const { at } = memory;
  const outer = strict;
  const outerLeft = membersLeft;
  const isInner = busy;
  strict = true;
  busy = true;
  membersLeft = MEMBERS_MAX;
  try {
    return packAs(memory, value, undefined);
  } catch (error) {
    memory.at = at;
    if (error === UNSAID || (!isInner && isStackOverflow(error))) return false;
    throw error;
  } finally {
    strict = outer;
    busy = isInner;
    membersLeft = outerLeft;
  }
}

/** `pack` without recursion. */
function packFlat(memory: Memory, value: unknown): boolean {
  const { at } = memory;
  try {
    return packAs(memory, value, FLAT);
  } catch (error) {
    memory.at = at;
    throw error;
  }
}

function packAs(memory: Memory, value: unknown, above: Level | undefined): boolean {
  const { at } = memory;
  memory.characters = 0;
  startKeys();
  return finish(memory, at, write(memory, value, "", at, above));
}

function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes("call stack");
}

/** Writes any value at `at`, which `memory.at` says too. Gives where it ends, or `NOTHING`. Small, so that V8 inlines it. */
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
  if (typeof toJSON === "function") return writePrepared(memory, value, toJSON, key, at, above);
  if (Array.isArray(value)) return writeContainer(memory, value, true, key, at, above);
  if (isBoxedPrimitive(value)) return writePrepared(memory, value, toJSON, key, at, above);
  return writeContainer(memory, value, false, key, at, above);
}

function writeRare(memory: Memory, value: unknown, key: string | number, at: number, above: Level | undefined): number {
  if (mayBeObject(value)) return writePrepared(memory, value, (value as { toJSON?: unknown }).toJSON, key, at, above);
  if (strict && (typeof value === "number" || typeof value === "symbol")) throw UNSAID;
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
  if (strict && Object.getPrototypeOf(given) !== Date.prototype) throw UNSAID;
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
  if (strict && (isDeep || !isPlain(value, isList))) throw UNSAID;
  if (isDeep) return packDeep(memory, value, key, at, ...pathOf(above));
  for (let level = above; level !== undefined; level = level.above) {
    if (level.value !== value) continue;
    if (strict) throw UNSAID;
    throw circularError(...pathOf(above), level.depth - 1, key);
  }
  const level = new Level(value, key, above, above === undefined ? 1 : above.depth + 1);
  return isList
    ? writeItems(memory, value as unknown[], at, level)
    : writeMembers(memory, value as Record<string, unknown>, at, level);
}

/** The containers down to that of `last`, and where each of them stands in the one above. */
function pathOf(last: Level | undefined): [path: object[], keys: (string | number)[]] {
  const path: object[] = [];
  const keys: (string | number)[] = [];
  for (let level = last === FLAT ? undefined : last; level !== undefined; level = level.above) {
    path.unshift(level.value);
    keys.unshift(level.key);
  }
  return [path, keys];
}

function writeItems(memory: Memory, list: unknown[], at: number, above: Level | undefined): number {
  const length = lengthOf(list);
  if (strict) countMembers(length);
  let to = openContainer(memory, ARRAY, at);
  for (let i = 0; i < length; i++) {
    memory.at = to;
    const end = write(memory, list[i], i, to, above);
    if (end !== NOTHING) to = end;
    else if (strict) throw UNSAID;
    else to = writeNull(memory, to);
  }
  closeContainer(memory, at, to, length, length);
  return to;
}

function writeMembers(memory: Memory, object: Record<string, unknown>, at: number, above: Level | undefined): number {
  const keys = Object.keys(object);
  if (isRaw(object, keys)) return writeScalar(memory, JSON.parse(object.rawJSON), at);
  if (strict) countMembers(keys.length);
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

/** A list or an object of this realm, and no instance of a class. */
function isPlain(value: object, isList: boolean): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (isList) return prototype === Array.prototype;
  return prototype === Object.prototype || prototype === null;
}

function countMembers(count: number): void {
  membersLeft -= count;
  if (membersLeft < 0) throw UNSAID;
}
