/** The errors that loopguard throws, other than `ToolLoopError`: their codes and messages. */
import { isThenable, orElse, property } from "./property.ts";

export type LoopGuardErrorCode =
  | "ERR_LOOPGUARD_OPTION"
  | "ERR_LOOPGUARD_CLOSED"
  | "ERR_LOOPGUARD_SNAPSHOT"
  | "ERR_LOOPGUARD_STORE"
  | "ERR_LOOPGUARD_BACKEND"
  | "ERR_LOOPGUARD_JSON"
  | "ERR_LOOPGUARD_MEMORY";

/**
 * For an option that is unknown, of the wrong type or out of range. The message names the option, the value and what is
 * allowed.
 */
export function optionError(kind: "type" | "range", option: string, value: unknown, allowed: string): Error {
  const text = `Option "${option}" must be ${allowed}, got ${describeValue(value)}`;
  return withCode(kind === "type" ? new TypeError(text) : new RangeError(text), "ERR_LOOPGUARD_OPTION");
}

export function closedError(what: string): Error {
  return withCode(new Error(`This ${what} is closed; make a new one`), "ERR_LOOPGUARD_CLOSED");
}

export function snapshotError(why: string): Error {
  return withCode(new Error(`Cannot restore: ${why}`), "ERR_LOOPGUARD_SNAPSHOT");
}

/** For a store that failed to read or write a run; `cause` is the store's error. */
export function storeError(cause: unknown): Error {
  const text = `The store failed: ${whyOf(cause)}. The call is counted, and sent to the store later`;
  return withCode(new Error(text, { cause }), "ERR_LOOPGUARD_STORE");
}

export function withCode<E extends Error>(error: E, code: LoopGuardErrorCode): E & { code: LoopGuardErrorCode } {
  return Object.assign(error, { code });
}

/** What an error says, or what was thrown in place of one. */
export function whyOf(error: unknown): string {
  const message = typeof error === "string" ? error : property(error, "message");
  return typeof message === "string" ? message : describeValue(error);
}

/** Why a value is equal to no other. */
export const OPAQUE: Error = new Error("it hides its state, as a Response does; return its text");

/** A value in a few words, for an error message: `"abc" (string)`, `12 (number)`, `an array of 3`. */
export function describeValue(value: unknown): string {
  if (typeof value === "string")
    return value.length > 60 ? `"${value.slice(0, 57)}..." (string)` : `"${value}" (string)`;
  if (typeof value === "bigint") return `${value}n (bigint)`;
  if (typeof value === "symbol" || typeof value === "function") return typeof value;
  if (value === null || value === undefined) return String(value);
  if (typeof value === "object") return orElse(() => describeObject(value), "an object that cannot be read");
  return `${value} (${typeof value})`;
}

function describeObject(value: object): string {
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (isThenable(value)) return "a promise";
  const name: unknown = value.constructor?.name;
  return typeof name !== "string" || name === "Object" ? "an object" : `an instance of ${name.slice(0, 60)}`;
}
