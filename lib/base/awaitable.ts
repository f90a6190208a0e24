/** Values that may have to be waited for: what is there at once is used at once, so that synchronous code stays so. */
import { isThenable } from "./thenable.ts";

export type Awaitable<T> = T | Promise<T>;

/** Calls `next` with the value, at once if it is there. */
export function chain<T, R>(value: Awaitable<T>, next: (value: T) => Awaitable<R>): Awaitable<R> {
  return isThenable(value) ? Promise.resolve(value).then(next) : next(value);
}
