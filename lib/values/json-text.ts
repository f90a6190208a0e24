/** Values as JSON text: what `JSON.stringify` writes, for any depth; and a writer that can also say what JSON cannot. */

/**
 * The text of a call's arguments: a string is the raw text that a model sent and passes as it is; `undefined`, a
 * function or a symbol has none. Throws what `JSON.stringify` throws for cycles, BigInt, getters and `toJSON`.
 */
export function argumentsText(args: unknown): string | undefined {
  return typeof args === "string" ? args : jsonText(args);
}

/** Whether arguments can reach a tool: a value, or a text of JSON. An empty text stands for none, which is no fault. */
export function argumentsParse(args: unknown): boolean {
  if (typeof args !== "string" || args.trim() === "") return true;
  try {
    JSON.parse(args);
    return true;
  } catch {
    return false;
  }
}

/** The text of a result that was read from JSON. Throws as `argumentsText` does. */
export function resultText(result: unknown): string | undefined {
  return typeof result === "string" ? result : jsonText(result);
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

export const TOO_LARGE = "The value is too large";

/** What is written of a value that JSON does not say, or not in full. */
export interface Said {
  /** Stands before the content, as it is. */
  readonly mark: string;
  /** Written in the value's place; its members may be such values too. */
  readonly content: unknown;
}

/** How the writer says what JSON does not. */
export interface Sayings {
  /** `undefined`: as JSON has it. */
  say(value: unknown): Said | undefined;
  /** In the place of an ancestor, by how deep that stands. */
  cycle(depth: number): string;
  /** In the place of a list's member that is left out elsewhere. */
  readonly nothing: string;
  /** Bounds on what is written, since a getter can make a value endless. A `RangeError` is thrown beyond them. */
  readonly maxMembers: number;
  readonly maxDepth: number;
}

const JSON_ALONE: Sayings = {
  say: () => undefined,
  cycle() {
    throw new TypeError("Converting circular structure to JSON");
  },
  nothing: "null",
  maxMembers: Number.POSITIVE_INFINITY,
  maxDepth: Number.POSITIVE_INFINITY,
};

/** Characters of pieces that are joined at a time. */
const JOINED_LENGTH = 1 << 16;

/** A container that is being written. */
interface Frame {
  /** By which cycles are found. */
  readonly value: object;
  /** Whose members are written: the value's own, unless something else is said in its place. */
  readonly content: object;
  /** The keys of an object; `undefined` for an array. */
  readonly keys: string[] | undefined;
  readonly length: number;
  next: number;
  /** Nothing was written yet, so the next member needs no comma. */
  empty: boolean;
}

/** `JSON.stringify` with its stack on the heap: the same steps in the same order, so getters and `toJSON` see no difference. */
export function deepText(root: unknown, sayings: Sayings = JSON_ALONE): string | undefined {
  let text = "";
  let out: string[] = [];
  let waiting = 0;
  const stack: Frame[] = [];
  /** By how deep they stand. */
  const ancestors = new Map<object, number>();
  let members = 0;

  /** Joined now and then: pieces take far more memory than their text, and V8 throws where that is longer than any may be. */
  function put(piece: string): void {
    waiting += piece.length;
    out.push(piece);
    if (waiting < JOINED_LENGTH) return;
    text += out.join("");
    out = [];
    waiting = 0;
  }

  /** Writes a scalar, or opens a container. False: the value has no text. */
  function write(holder: unknown, key: string, prefix: string): boolean {
    if (++members > sayings.maxMembers || stack.length > sayings.maxDepth) throw new RangeError(TOO_LARGE);
    const given = (holder as Record<string, unknown>)[key];
    let said = sayings.say(given);
    const value = said === undefined ? prepared(given, key) : given;
    if (value !== given) said = sayings.say(value);
    const content = said === undefined ? value : said.content;
    const start = said === undefined ? prefix : prefix + said.mark;
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
      put(prefix + sayings.cycle(depth));
      return true;
    }
    ancestors.set(own, stack.length);
    const keys = Array.isArray(content) ? undefined : Object.keys(content);
    const length = keys === undefined ? (content as unknown[]).length : keys.length;
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
      if (!write(frame.content, String(index), comma)) put(comma + sayings.nothing);
    } else {
      const key = frame.keys[index] as string;
      if (write(frame.content, key, `${comma}${JSON.stringify(key)}:`)) frame.empty = false;
    }
  }
  return text + out.join("");
}

/** A member as `JSON.stringify` sees it: after `toJSON`, and with wrapper objects opened. */
function prepared(given: unknown, key: string): unknown {
  let value = given;
  if ((typeof value === "object" && value !== null) || typeof value === "function" || typeof value === "bigint") {
    const toJSON = (value as { toJSON?: unknown }).toJSON;
    if (typeof toJSON === "function") value = toJSON.call(value, key) as unknown;
  }
  if (value instanceof Number) return Number(value);
  if (value instanceof String) return String(value);
  if (value instanceof Boolean || value instanceof BigInt) return value.valueOf();
  return value;
}
