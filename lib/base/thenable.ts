/** Recognises thenables: promises, and whatever else has a function `then`. */

/** Whether a value has a function `then`. Throws when `then` cannot be read, as on a revoked proxy. */
export function hasThen(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as PromiseLike<unknown> | null | undefined)?.then === "function";
}

/** As `hasThen`, but false when `then` cannot be read. Never throws. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  try {
    return hasThen(value);
  } catch {
    return false;
  }
}

export type Awaitable<T> = T | Promise<T>;

/** Calls `next` with the value, at once if it is there. */
export function chain<T, R>(value: Awaitable<T>, next: (value: T) => Awaitable<R>): Awaitable<R> {
  return isThenable(value) ? Promise.resolve(value).then(next) : next(value);
}
