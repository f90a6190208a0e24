/** Values that somebody could wait for. */

/** Whether a value is one. Throws where its `then` cannot be read, as of a revoked proxy. */
export function hasThen(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as PromiseLike<unknown> | null | undefined)?.then === "function";
}

/** The same, but for a value that cannot be read: nobody could wait for that. Never throws. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  try {
    return hasThen(value);
  } catch {
    return false;
  }
}
