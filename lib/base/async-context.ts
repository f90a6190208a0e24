/** A value that a function and all asynchronous work started by it can read. */
import { builtin } from "./builtin.ts";

/** As an `AsyncLocalStorage`. */
export interface AsyncContext<T> {
  run<R>(value: T, fn: () => R): R;
  getStore(): T | undefined;
  /** For the rest of the current code and what it starts; absent where there is no `AsyncLocalStorage`. */
  enterWith?(value: T): void;
}

/**
 * An `AsyncLocalStorage`, of Node.js or of the platform. Where there is none, the value is seen until `fn` returns, which for
 * an async function is its first `await`.
 */
export function newAsyncContext<T>(): AsyncContext<T> {
  const Storage = builtin("node:async_hooks")?.AsyncLocalStorage ?? globalStorage();
  return Storage === undefined ? new SyncContext<T>() : new Storage<T>();
}

/** Vercel's Edge runtime has it among its globals. */
function globalStorage(): (new <T>() => AsyncContext<T>) | undefined {
  return (globalThis as { AsyncLocalStorage?: new <T>() => AsyncContext<T> }).AsyncLocalStorage;
}

class SyncContext<T> implements AsyncContext<T> {
  #value: T | undefined;

  run<R>(value: T, fn: () => R): R {
    const outer = this.#value;
    this.#value = value;
    try {
      return fn();
    } finally {
      this.#value = outer;
    }
  }

  getStore(): T | undefined {
    return this.#value;
  }
}
