/** The text of any value: one to compare it by, and one for a model to read. */
import { deepText, jsonText, type Said, type Sayings } from "./json-text.ts";
import { classOf, inLetters, isJson, kindOf } from "./value-kinds.ts";

/** In what is compared, before all that JSON does not say: a character that JSON text never has as it is. */
const MARK = "\u0002";

const OPAQUE: Error = new Error("The value has state that cannot be seen");

/** What a getter or a proxy makes endless is cut off there. */
const BOUNDS = { maxMembers: 1 << 22, maxDepth: 1 << 16 };

const COMPARED: Sayings = {
  say(value) {
    const found = kindOf(value);
    if (found === undefined) return undefined;
    if (found.opaque) throw OPAQUE;
    return { mark: MARK + JSON.stringify([found.kind, found.name]), content: found.content };
  },
  cycle: (depth) => `${MARK}cycle ${inLetters(depth.toString(16))}`,
  nothing: `${MARK}undefined`,
  ...BOUNDS,
};

/**
 * A text that is the same for equal results alone: a text itself, JSON where that says all, else what there is to say: of a
 * `Map` or a `Set` its entries, of an error its fields but for the stack, of bytes a digest, of an instance its class and
 * fields. `undefined`: the value is equal to no other, since it is nothing, has state that cannot be seen (a stream, a
 * promise, private fields), or throws when it is looked at. Never throws; what a getter throws goes to `onError`.
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
  ...BOUNDS,
};

/**
 * What a model can read of a value, whatever it is: a text itself, else JSON, in which entries of a `Map` or a `Set` are a
 * list, and what has no content to show is named, such as `[ArrayBuffer of 12 bytes]`. Never throws.
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

/** What JSON has of a value stays as it is: without a guard, the model would see that. */
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

/** A value by its class alone. */
function named(value: unknown, more = ""): string {
  try {
    return `[${classOf(value as object) || typeof value}${more}]`;
  } catch {
    return `[${typeof value}]`; // a revoked proxy
  }
}
