/** All that needs `node:async_hooks`: a build for another runtime puts a module of its own in the place of this one. */
import { AsyncLocalStorage } from "node:async_hooks";

/** A value that a function, and everything asynchronous that it starts, can see. */
export interface AsyncContext<T> {
  run<R>(value: T, fn: () => R): R;
  getStore(): T | undefined;
}

export function newAsyncContext<T>(): AsyncContext<T> {
  return new AsyncLocalStorage<T>();
}
