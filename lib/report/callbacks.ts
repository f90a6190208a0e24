/** Calls the user's functions among the options: what they throw is published on `loopguard:error`, never thrown. */

import { describeValue } from "../base/errors.ts";
import { publishError } from "./diagnostics.ts";
import { tellMisuse } from "./misuse.ts";

/**
 * Publishes the faults of one guard's functions, once for each function: one fix is needed, however often it is called.
 */
export class CallbackFaults {
  readonly #told = new Map<string, WeakSet<object>>();

  /** `where`: the option that the function was given for; the same function may be given for several. */
  tell(callback: object, error: unknown, where: string, toolName?: string): void {
    // One that returns what it must not is told where nobody listens, too.
    if (WRONG.has(error as object)) tellMisuse(callback, "LOOPGUARD_RETURN", (error as Error).message);
    const told = this.#told.get(where) ?? new WeakSet();
    if (told.has(callback) || !publishError(error, where, toolName)) return;
    this.#told.set(where, told.add(callback));
  }
}

const WRONG = new WeakSet<object>();

/** The error for a function that returned a wrong value. If that is a promise, its rejection is handled and dropped. */
export function wrongReturn(what: string, wanted: string, given: unknown): TypeError {
  whenRejected(given, () => {});
  const error = new TypeError(`${what} must return ${wanted}, got ${describeValue(given)}`);
  WRONG.add(error);
  return error;
}

/** Calls `tell` with what `given` rejects with, if it is a promise, or with why it cannot be awaited. */
export function whenRejected(given: unknown, tell: (error: unknown) => void): void {
  if ((typeof given !== "object" || given === null) && typeof given !== "function") return;
  new Promise((resolve) => resolve(given)).catch(tell);
}
