/**
 * Values in the packed form: of any value what `JSON.stringify` would have said of it, without the text. The same steps in
 * the same order, so that getters, `toJSON` and the traps of proxies see no difference.
 */
import { types } from "node:util";
import { circularError } from "./circular.ts";
import { startKeys, writeKey } from "./keys.ts";
import type { Memory } from "./memory.ts";
import {
  ARRAY,
  closeContainer,
  finish,
  forgetKey,
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
/** A depth from which there is no recursion, and no level of the value's stands in `path`. */
const FLAT: number = LEVELS + 1;

/** The containers that are being written by recursion, and where each stands in the one before it. */
const path: (object | undefined)[] = new Array<object | undefined>(LEVELS).fill(undefined);
const keysOfPath: (string | number)[] = new Array<string | number>(LEVELS).fill("");
/** They are in use: it is a getter or a `toJSON` that packs a value now. */
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
  if (busy) return packFlat(memory, value);
  const { at } = memory;
  memory.characters = 0;
  busy = true;
  startKeys();
  try {
    return finish(memory, at, write(memory, value, "", at, 0));
  } catch (error) {
    giveUp(memory, at);
    // As `JSON.stringify` would have been, it was called near the end of the stack. The other way needs next to none.
    if (!isStackOverflow(error)) throw error;
    return packFlat(memory, value);
  } finally {
    busy = false;
  }
}

/**
 * The same for a result of which JSON says all there is, as `isJson` has it. False: it does not, or to know takes a longer
 * look; then nothing was written, though getters may have been called. Throws what a getter or a proxy throws.
 */
export function packResult(memory: Memory, value: unknown): boolean {
  if (busy) return false;
  const { at } = memory;
  memory.characters = 0;
  busy = true;
  strict = true;
  membersLeft = MEMBERS_MAX;
  startKeys();
  try {
    return finish(memory, at, write(memory, value, "", at, 0));
  } catch (error) {
    giveUp(memory, at);
    if (error === UNSAID || isStackOverflow(error)) return false;
    throw error;
  } finally {
    busy = false;
    strict = false;
  }
}

/** `pack` without recursion, and without what another value that is being packed uses. */
function packFlat(memory: Memory, value: unknown): boolean {
  const { at } = memory;
  memory.characters = 0;
  const outer = strict;
  strict = false;
  try {
    return finish(memory, at, write(memory, value, "", at, FLAT));
  } catch (error) {
    memory.at = at;
    throw error;
  } finally {
    strict = outer;
  }
}

/** Nothing is kept of the value. */
function giveUp(memory: Memory, at: number): void {
  memory.at = at;
  for (let depth = 0; depth < LEVELS && path[depth] !== undefined; depth++) path[depth] = undefined;
}

function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes("call stack");
}

/** Writes any value at `at`, which `memory.at` says too. Gives where it ends, or `NOTHING`. Small, so that V8 inlines it. */
function write(memory: Memory, value: unknown, key: string | number, at: number, depth: number): number {
  if (typeof value === "string") return writeString(memory, value, at);
  if (typeof value === "number" && value - value === 0) return writeNumber(memory, value, at);
  return writeOther(memory, value, key, at, depth);
}

function writeOther(memory: Memory, value: unknown, key: string | number, at: number, depth: number): number {
  if (!mayBeObject(value)) {
    if (strict && (typeof value === "number" || typeof value === "symbol")) throw UNSAID;
    return writeScalar(memory, value, at);
  }
  const { toJSON } = value as { toJSON?: unknown };
  if (typeof toJSON === "function" || typeof value !== "object" || (!Array.isArray(value) && isBoxedPrimitive(value)))
    return writePrepared(memory, value, toJSON, key, at, depth);
  return writeContainer(memory, value, key, at, depth);
}

function writePrepared(
  memory: Memory,
  given: object,
  toJSON: unknown,
  key: string | number,
  at: number,
  depth: number,
): number {
  if (strict && Object.getPrototypeOf(given) !== Date.prototype) throw UNSAID;
  const value = prepared(given, toJSON, key);
  if (typeof value === "object" && value !== null) return writeContainer(memory, value, key, at, depth);
  return writeScalar(memory, value, at);
}

function writeContainer(memory: Memory, value: object, key: string | number, at: number, depth: number): number {
  const isList = Array.isArray(value);
  if (strict && !(depth < LEVELS && isPlain(value, isList))) throw UNSAID;
  if (depth === LEVELS) return packDeep(memory, value, at, path.slice() as object[], keysOfPath.slice(), key);
  if (depth > LEVELS) return packDeep(memory, value, at, [], [], key);
  for (let above = 0; above < depth; above++) {
    if (path[above] !== value) continue;
    if (strict) throw UNSAID;
    throw circularError(path.slice(0, depth) as object[], keysOfPath, above, key);
  }
  path[depth] = value;
  keysOfPath[depth] = key;
  const end = isList
    ? writeItems(memory, value as unknown[], at, depth + 1)
    : writeMembers(memory, value as Record<string, unknown>, at, depth + 1);
  path[depth] = undefined;
  return end;
}

function writeItems(memory: Memory, list: unknown[], at: number, depth: number): number {
  const length = lengthOf(list);
  if (strict) countMembers(length);
  let to = openContainer(memory, ARRAY, at);
  for (let i = 0; i < length; i++) {
    memory.at = to;
    const end = write(memory, list[i], i, to, depth);
    if (end !== NOTHING) to = end;
    else if (strict) throw UNSAID;
    else to = writeNull(memory, to);
  }
  closeContainer(memory, at, to, length, length);
  return to;
}

function writeMembers(memory: Memory, object: Record<string, unknown>, at: number, depth: number): number {
  const keys = Object.keys(object);
  if (strict) countMembers(keys.length);
  let to = openContainer(memory, OBJECT, at);
  let members = 0;
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as string;
    const begin = writeKey(memory, key, to);
    memory.at = begin;
    const end = write(memory, object[key], key, begin, depth);
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
