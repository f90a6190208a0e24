/** JSON text of values: as `JSON.stringify`, but for any depth, and optionally with text for what JSON cannot express. */

import { orElse } from "./property.ts";
import { types } from "./value-types.ts";

/** The value of a JSON text, or `otherwise` if it is none. */
export function parsedJson(text: string, otherwise?: unknown): unknown {
  return orElse(() => JSON.parse(text) as unknown, otherwise);
}

/** Whether arguments can reach a tool: a value, or a JSON text. An empty text means no arguments, which is valid. */
export function argumentsParse(args: unknown): boolean {
  return typeof args !== "string" || args.trim() === "" || parsedJson(args) !== undefined;
}

/** As `JSON.stringify(value)`, but also for values nested thousands of levels deep, for which V8 throws. */
export function jsonText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value) as string | undefined;
  } catch (error) {
    // Either the stack ran out, or the text is longer than V8's longest string. `deepText` tells which.
    if (error instanceof RangeError) return deepText(value);
    throw error;
  }
}

export const TOO_LARGE = "The value is too large";

/**
 * What is written of one value at most, since a getter or a proxy can make a value endless, and a graph of 30 levels whose
 * objects are shared has 2^30 members. A million members take a tenth of a second. `bytes`: of the packed value.
 */
export const VALUE_MAX: { readonly members: number; readonly depth: number; readonly bytes: number } = {
  members: 1 << 20,
  depth: 1 << 16,
  bytes: 1 << 26,
};

/** What is written for a value that JSON cannot express, or not in full. */
export interface StandIn {
  /** Written before the content, unquoted. */
  readonly mark: string;
  /** Written in the value's place; its members may again be values that JSON cannot express. */
  readonly content: unknown;
}

/** What the writer writes for values that JSON cannot express. */
export interface StandIns {
  /** `undefined`: write the value as JSON does. */
  of(value: unknown): StandIn | undefined;
  /** Text for a value that contains itself: `depth` is the level of the ancestor that it is, from 0. */
  cycle(depth: number): string;
  /** Text for an array's member that has no JSON text, such as a function. */
  readonly nothing: string;
}

const JSON_ALONE: StandIns = {
  of: () => undefined,
  cycle() {
    throw new TypeError("Converting circular structure to JSON");
  },
  nothing: "null",
};

/** A container that is being written. */
interface Frame {
  /** The value itself, to find cycles. */
  readonly value: object;
  /** The object whose members are written: the value, or what `StandIns.of` gave for it. */
  readonly content: object;
  /** The keys of an object; `undefined` for an array. */
  readonly keys: string[] | undefined;
  readonly length: number;
  next: number;
  /** No member was written yet, so the next one needs no comma. */
  empty: boolean;
}

/**
 * `JSON.stringify` with its stack on the heap: the same steps in the same order, as getters and `toJSON` can observe. Throws a
 * `RangeError` beyond `VALUE_MAX`.
 */
export function deepText(root: unknown, standIns: StandIns = JSON_ALONE): string | undefined {
  let text = "";
  const stack: Frame[] = [];
  /** The open containers, with their depth. */
  const ancestors = new Map<object, number>();
  let members = 0;

  function put(piece: string): void {
    text += piece;
    if (text.length > VALUE_MAX.bytes) throw new RangeError(TOO_LARGE);
  }

  /** Writes a scalar, or opens a container. False: the value has no JSON text. */
  function write(holder: unknown, key: string, prefix: string): boolean {
    const given = (holder as Record<string, unknown>)[key];
    let standIn = standIns.of(given);
    const value =
      standIn === undefined && mayBeObject(given)
        ? prepared(given, (given as { toJSON?: unknown }).toJSON, key)
        : given;
    if (value !== given) standIn = standIns.of(value);
    const content = standIn === undefined ? value : standIn.content;
    const start = standIn === undefined ? prefix : prefix + standIn.mark;
    if (content === null || typeof content !== "object") {
      const scalar = JSON.stringify(content) as string | undefined;
      if (scalar === undefined) return false;
      put(start);
      put(scalar);
      return true;
    }
    const own = typeof value === "object" && value !== null ? value : content;
    const depth = ancestors.get(own);
    if (depth !== undefined) {
      put(prefix + standIns.cycle(depth));
      return true;
    }
    ancestors.set(own, stack.length);
    const keys = Array.isArray(content) ? undefined : Object.keys(content);
    const length = keys === undefined ? (content as unknown[]).length : keys.length;
    members += length;
    if (members > VALUE_MAX.members || stack.length > VALUE_MAX.depth) throw new RangeError(TOO_LARGE);
    stack.push({ value: own, content, keys, length, next: 0, empty: true });
    put(start);
    put(keys === undefined ? "[" : "{");
    return true;
  }

  if (!write({ "": root }, "", "")) return undefined;
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    if (frame.next === frame.length) {
      put(frame.keys === undefined ? "]" : "}");
      ancestors.delete(frame.value);
      stack.pop();
      continue;
    }
    const comma = frame.empty ? "" : ",";
    const index = frame.next++;
    if (frame.keys === undefined) {
      frame.empty = false;
      if (!write(frame.content, String(index), comma)) put(comma + standIns.nothing);
    } else {
      const key = frame.keys[index] as string;
      if (write(frame.content, key, `${comma}${JSON.stringify(key)}:`)) frame.empty = false;
    }
  }
  return text;
}

/** Whether `value` is an object, or its `toJSON` may return one. */
export function mayBeObject(value: unknown): value is object {
  return typeof value === "object" ? value !== null : typeof value === "function" || typeof value === "bigint";
}

/** What `JSON.stringify` writes for `value`, the member `key`: the result of its `toJSON`, and wrapper objects unwrapped. */
export function prepared(value: object, toJSON: unknown, key: string | number): unknown {
  const given: unknown = typeof toJSON === "function" ? Reflect.apply(toJSON, value, [String(key)]) : value;
  if (types.isNumberObject(given)) return +given;
  if (types.isStringObject(given)) return String(given);
  if (types.isBooleanObject(given)) return Boolean.prototype.valueOf.call(given);
  if (types.isBigIntObject(given)) return BigInt.prototype.valueOf.call(given);
  return given;
}
