/** Functions among options are their user's: what goes wrong in one is told on `loopguard:error`, and never thrown. */

import { describeValue } from "../base/errors.ts";
import { publishError } from "./diagnostics.ts";

/** Tells of the faults of one guard's functions, of each once: it is to be mended once, and may be called without end. */
export class CallbackFaults {
  readonly #told = new Map<string, WeakSet<object>>();

  /** `where`: what the function is for; one may be there for several things. */
  tell(callback: object, error: unknown, where: string, toolName?: string): void {
    const told = this.#told.get(where) ?? new WeakSet();
    if (told.has(callback) || !publishError(error, where, toolName)) return;
    this.#told.set(where, told.add(callback));
  }
}

/** The error of a function that gave something else than it may. Was that a promise, nobody cares any more how it ends. */
export function wrongReturn(what: string, wanted: string, given: unknown): TypeError {
  whenRejected(given, () => {});
  return new TypeError(`${what} must return ${wanted}, got ${describeValue(given)}`);
}

/** Whatever a function gave may be a promise: hears what it rejects with, or why it cannot be waited for. */
export function whenRejected(given: unknown, tell: (error: unknown) => void): void {
  if ((typeof given !== "object" || given === null) && typeof given !== "function") return;
  new Promise((resolve) => resolve(given)).catch(tell);
}
