/** What makes two calls "the same", as functions of their own. */
import { checkKeys, checkObject } from "../base/check-option.ts";
import { optionError, withCode } from "../base/errors.ts";
import { core } from "../core/backend.ts";
import { IdentityMode } from "../core/layout.gen.ts";

export interface FingerprintOptions {
  /** `false`: key order counts. Default `true`. */
  canonical?: boolean;
  /** 16 bytes, or 32 hex digits. Without one, fingerprints are the same in every process and version. */
  key?: Uint8Array | string;
}

const NO_KEY = new Uint8Array(16);

/**
 * 32 hex digits that are equal exactly when the identities are: name and arguments. A string for arguments is the JSON
 * text that a model sent. Throws a `TypeError` for arguments without a JSON text (cycles, BigInt).
 *
 * @example
 * fingerprint("search", { q: "x", n: 1 }) === fingerprint("search", '{"n":1,"q":"x"}'); // true
 */
export function fingerprint(name: string, args?: unknown, options: FingerprintOptions = {}): string {
  if (typeof name !== "string") throw optionError("type", "name", name, "a string");
  checkObject(options, "options");
  checkKeys(options, "", ["canonical", "key"]);
  const { canonical = true } = options;
  if (typeof canonical !== "boolean") throw optionError("type", "canonical", canonical, "true or false");
  const mode = canonical ? IdentityMode.canonical : IdentityMode.verbatim;
  return core.identify(keyBytes(options.key), mode, name, args);
}

/**
 * RFC 8785 text of a value; a string is JSON text and is parsed first. Numbers that a double cannot hold keep their
 * digits. Throws `ERR_LOOPGUARD_JSON` for text that is not JSON.
 */
export function canonicalize(value: unknown): string {
  if (typeof value !== "string") return canonicalText(value);
  try {
    return core.canonicalize(IdentityMode.canonical, value) as string;
  } catch (error) {
    if ((error as { code?: unknown }).code !== "ERR_LOOPGUARD_EJSON") throw error;
    throw withCode(new SyntaxError(`The text is not JSON${position(value)}`, { cause: error }), "ERR_LOOPGUARD_JSON");
  }
}

/** As `canonicalize`, but a string is a value like any other. */
export function canonicalText(value: unknown): string {
  const text = core.canonicalize(IdentityMode.canonical, core.takeValue(value));
  if (text !== undefined) return text;
  throw withCode(new TypeError(`A value of type ${typeof value} has no JSON text`), "ERR_LOOPGUARD_JSON");
}

/** Where V8 stumbles over the text, for the message. */
function position(text: string): string {
  try {
    JSON.parse(text);
    return "";
  } catch (error) {
    return `: ${(error as Error).message}`;
  }
}

function keyBytes(key: unknown): Uint8Array {
  if (key === undefined) return NO_KEY;
  if (key instanceof Uint8Array && key.length === 16) return key;
  if (typeof key === "string" && /^[0-9a-f]{32}$/i.test(key))
    return Uint8Array.from({ length: 16 }, (_, i) => Number.parseInt(key.slice(2 * i, 2 * i + 2), 16));
  throw optionError(
    "type",
    "key",
    key instanceof Uint8Array ? `${key.length} bytes` : key,
    "16 bytes or 32 hex digits",
  );
}
