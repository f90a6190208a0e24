/** The only use of `node:async_hooks`: a build for another runtime replaces this module. */
import { AsyncLocalStorage } from "node:async_hooks";

/** A value that a function and all asynchronous work started by it can read. */
export interface AsyncContext<T> {
  run<R>(value: T, fn: () => R): R;
  getStore(): T | undefined;
}

export function newAsyncContext<T>(): AsyncContext<T> {
  return new AsyncLocalStorage<T>();
}
