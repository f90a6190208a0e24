/** Two texts of any value: one to compare it by, and one for a model to read. */
import { deepText, jsonText, type Said, type Sayings } from "./json-text.ts";
import { classOf, inLetters, isJson, kindOf } from "./value-kinds.ts";

/** Comes before everything that JSON cannot express: a character that JSON text never contains unescaped. */
const MARK = "\u0002";

const OPAQUE: Error = new Error("The value has state that cannot be seen");

const COMPARED: Sayings = {
  say(value) {
    const found = kindOf(value);
    if (found === undefined) return undefined;
    if (found.opaque) throw OPAQUE;
    return { mark: MARK + JSON.stringify([found.kind, found.name]), content: found.content };
  },
  cycle: (depth) => `${MARK}cycle ${inLetters(depth.toString(16))}`,
  nothing: `${MARK}undefined`,
};

/**
 * A text that is equal for equal results only: a string itself, else JSON where it expresses the value in full, else a
 * description: the entries of a `Map` or a `Set`, the fields of an error without its stack, a digest of bytes, the
 * class and fields of an instance. `undefined`: the value is equal to no other, because it is `undefined`, has state
 * that cannot be read (a stream, a promise, private fields), or throws when it is read. Never throws; what a getter
 * throws goes to `onError`.
 */
export function comparableText(value: unknown, onError?: (error: unknown) => void): string | undefined {
  if (typeof value === "string") return value;
  if (value === undefined || typeof value === "function" || typeof value === "symbol") return undefined;
  try {
    return isJson(value) ? jsonText(value) : deepText(value, COMPARED);
  } catch (error) {
    if (error !== OPAQUE) onError?.(error);
    return undefined;
  }
}

const SHOWN: Sayings = {
  say: shown,
  cycle: () => '"[Circular]"',
  nothing: "null",
};

/**
 * The text of any value for a model to read: a string itself, else JSON, in which a `Map` or a `Set` is the list of its
 * entries, and a value without readable content is named, such as `[ArrayBuffer of 12 bytes]`. Never throws.
 */
export function shownText(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" && typeof value !== "function") return String(value);
  try {
    if (isJson(value)) return jsonText(value) as string;
    const content = shown(value)?.content;
    if (typeof content === "string") return content;
    return deepText(value, SHOWN) ?? named(value);
  } catch {
    return named(value);
  }
}

/** A value that JSON expresses stays as it is, since the model would see its JSON without a guard. */
function shown(value: unknown): Said | undefined {
  const found = kindOf(value);
  if (found === undefined) return undefined;
  const said = (content: unknown): Said => ({ mark: "", content });
  switch (found.kind) {
    case "identity":
    case "symbol":
      return undefined;
    case "bytes":
      return "length" in (value as object)
        ? undefined
        : said(named(value, ` of ${(value as ArrayBuffer).byteLength} bytes`));
    case "text":
      return said(String(value));
    case "error":
      return said(shownError(found.content as Error));
    case "instance":
      return Object.keys(value as object).length > 0 ? undefined : said(named(value));
    default:
      return said(found.content);
  }
}

function shownError(fields: Error): unknown {
  const { name, message, ...more } = fields;
  return Object.values(more).every((field) => field === undefined) ? `${name}: ${message}` : fields;
}

/** Names a value by its class: `[Socket]`. */
function named(value: unknown, more = ""): string {
  try {
    return `[${classOf(value as object) || typeof value}${more}]`;
  } catch {
    return `[${typeof value}]`; // a revoked proxy
  }
}
