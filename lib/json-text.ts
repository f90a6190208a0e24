/** Values as JSON text: what `JSON.stringify` writes, for any depth. */
import { ArgsKind, ResultKind } from "./binding.ts";

/**
 * The text of a call's arguments: a string is the raw text that a model sent and passes as it is; `undefined`, a
 * function or a symbol has none. Throws what `JSON.stringify` throws for cycles, BigInt, getters and `toJSON`.
 */
export function argumentsText(args: unknown): string | undefined {
  return typeof args === "string" ? args : jsonText(args);
}

/** What `argumentsText` gave for `args`. Apart from the text, so that the pair needs no object. */
export function argumentsKind(args: unknown, text: string | undefined): ArgsKind {
  if (text === undefined) return ArgsKind.none;
  return typeof args === "string" ? ArgsKind.raw : ArgsKind.json;
}

/** The text of a result. Throws as `argumentsText` does. */
export function resultText(result: unknown): string | undefined {
  return typeof result === "string" ? result : jsonText(result);
}

/** What `resultText` gave for `result`. */
export function resultKind(result: unknown, text: string | undefined): ResultKind {
  if (text === undefined) return ResultKind.none;
  return typeof result === "string" ? ResultKind.text : ResultKind.json;
}

/** `JSON.stringify(value)`, which V8 gives up on beyond some thousand levels of nesting; this does not. */
export function jsonText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value) as string | undefined;
  } catch (error) {
    // The stack ran out, or a string would be longer than any may be. The walk below settles which.
    if (error instanceof RangeError) return deepText(value);
    throw error;
  }
}

/** A container that is being written. */
interface Frame {
  readonly container: object;
  /** The keys of an object; `undefined` for an array. */
  readonly keys: string[] | undefined;
  readonly length: number;
  next: number;
  /** Nothing was written yet, so the next member needs no comma. */
  empty: boolean;
}

/** `JSON.stringify` with its stack on the heap: the same steps in the same order, so getters and `toJSON` see no difference. */
function deepText(root: unknown): string | undefined {
  const out: string[] = [];
  const stack: Frame[] = [];
  const ancestors = new Set<object>();

  /** Writes a scalar, or opens a container. False: the value has no JSON text. */
  function write(holder: unknown, key: string, prefix: string): boolean {
    const value = prepared(holder, key);
    if (value === null || typeof value !== "object") {
      const text = JSON.stringify(value) as string | undefined;
      if (text === undefined) return false;
      out.push(prefix, text);
      return true;
    }
    if (ancestors.has(value)) throw new TypeError("Converting circular structure to JSON");
    ancestors.add(value);
    const keys = Array.isArray(value) ? undefined : Object.keys(value);
    const length = keys === undefined ? (value as unknown[]).length : keys.length;
    stack.push({ container: value, keys, length, next: 0, empty: true });
    out.push(prefix, keys === undefined ? "[" : "{");
    return true;
  }

  if (!write({ "": root }, "", "")) return undefined;
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    if (frame.next === frame.length) {
      out.push(frame.keys === undefined ? "]" : "}");
      ancestors.delete(frame.container);
      stack.pop();
      continue;
    }
    const comma = frame.empty ? "" : ",";
    const index = frame.next++;
    if (frame.keys === undefined) {
      frame.empty = false;
      if (!write(frame.container, String(index), comma)) out.push(comma, "null");
    } else {
      const key = frame.keys[index] as string;
      if (write(frame.container, key, `${comma}${JSON.stringify(key)}:`)) frame.empty = false;
    }
  }
  return out.join("");
}

/** The member as `JSON.stringify` sees it: after `toJSON`, and with wrapper objects opened. */
function prepared(holder: unknown, key: string): unknown {
  let value = (holder as Record<string, unknown>)[key];
  if ((typeof value === "object" && value !== null) || typeof value === "function" || typeof value === "bigint") {
    const toJSON = (value as { toJSON?: unknown }).toJSON;
    if (typeof toJSON === "function") value = toJSON.call(value, key) as unknown;
  }
  if (value instanceof Number) return Number(value);
  if (value instanceof String) return String(value);
  if (value instanceof Boolean || value instanceof BigInt) return value.valueOf();
  return value;
}
