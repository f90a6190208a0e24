/** Public functions for the identity of calls: `fingerprint` and `canonicalize`. */

import { checkKeys, checkObject } from "../base/check-option.ts";
import { optionError, whyOf, withCode } from "../base/errors.ts";
import { asFailure, failureStatus, failureTitle, isFailure } from "../base/failures.ts";
import { orElse, property } from "../base/property.ts";
import { isBytes } from "../base/text-bytes.ts";
import type { LoopCall, LoopOutcome } from "../base/types.ts";
import { core } from "./backend.ts";
import { IdentityMode } from "./layout.gen.ts";

export interface FingerprintOptions {
  /** `true`: the order of keys does not count. `false`: it does. Default `true`. */
  canonical?: boolean;
  /** 16 bytes, or 32 hex digits. Without a key, fingerprints are the same in every process and version. */
  key?: Uint8Array | string;
}

const NO_KEY = new Uint8Array(16);

/**
 * The identity of a call, name and arguments, as 32 hex digits: equal calls have equal fingerprints. A string as
 * arguments is the JSON text that a model sent. Throws `ERR_LOOPGUARD_JSON` for arguments without a JSON text (cycles,
 * BigInt), and `ERR_LOOPGUARD_OPTION` for a name or options of the wrong type.
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
  const key = keyBytes(options.key);
  return written(() => core.identify(key, mode, name, args, false));
}

/** As `fingerprint`, without the arguments that only say something about the call: what a run compares. */
export function comparedFingerprint(name: string, args: unknown): string {
  return core.identify(NO_KEY, IdentityMode.compared, name, args, false);
}

/**
 * The canonical JSON text (RFC 8785) of a value; a string is taken for JSON text and parsed first. Numbers that a
 * double cannot hold keep their digits. Throws `ERR_LOOPGUARD_JSON` for a string that is not JSON, and for a value
 * without JSON text.
 *
 * @example
 * canonicalize('{"b": 1.0, "a": 2}'); // '{"a":2,"b":1}'
 */
export function canonicalize(value: unknown): string {
  if (typeof value !== "string") return written(() => canonicalText(value));
  try {
    return core.canonicalize(IdentityMode.canonical, value) as string;
  } catch (error) {
    if (property(error, "code") !== "ERR_LOOPGUARD_EJSON") throw error;
    throw withCode(new SyntaxError(`The text is not JSON${position(value)}`, { cause: error }), "ERR_LOOPGUARD_JSON");
  }
}

/** What a value's getters, or `JSON.stringify`, throw gets our code. */
function written<T>(write: () => T): T {
  try {
    return write();
  } catch (error) {
    if (/^ERR_LOOPGUARD/.test(String(property(error, "code")))) throw error;
    const text = `A value has no JSON text: ${whyOf(error)}`;
    throw withCode(new TypeError(text, { cause: error }), "ERR_LOOPGUARD_JSON");
  }
}

/** As `canonicalize`, but a string is a value, not JSON text: `"a"` gives `'"a"'`. */
export function canonicalText(value: unknown): string {
  const text = core.canonicalize(IdentityMode.canonical, core.takeValue(value));
  if (text !== undefined) return text;
  throw withCode(new TypeError(`A value of type ${typeof value} has no JSON text`), "ERR_LOOPGUARD_JSON");
}

/** Where `JSON.parse` fails in the text, for the message. */
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
  if (isBytes(key) && key.length === 16) return key;
  if (typeof key === "string" && /^[0-9a-f]{32}$/i.test(key))
    return Uint8Array.from({ length: 16 }, (_, i) => Number.parseInt(key.slice(2 * i, 2 * i + 2), 16));
  const given = isBytes(key) ? `${key.length} bytes` : key;
  throw optionError("type", "key", given, "16 bytes or 32 hex digits");
}

/**
 * One line for a call and its outcome, to push into a `LoopDetector`. A failure is `name:status:title`, whatever the
 * arguments; a success is `name:ok#<fingerprint of name and arguments>`.
 *
 * @example
 * callSignature({ name: "post_tweet" }, { status: 402, errorTitle: "CreditsDepleted" }); // "post_tweet:402:CreditsDepleted"
 */
export function callSignature(call: LoopCall, given: LoopOutcome = {}): string {
  const outcome = orElse(() => asFailure(given), given);
  if (!isFailure(outcome)) return `${field(call.name)}:ok#${fingerprint(call.name, call.arguments)}`;
  return `${field(call.name)}:${field(String(failureStatus(outcome) ?? "error"))}:${failureTitle(outcome)}`;
}

/** Quotes a field that contains a separator: a tool named `a:402` must not look like tool `a` with status 402. */
function field(text: string): string {
  return /[:"]/.test(text) ? JSON.stringify(text) : text;
}
