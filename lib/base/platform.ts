/** What a platform may or may not have: modules of Node.js, contexts of asynchronous work, types. */

/**
 * Modules of Node.js, for platforms that may not have them. An `import` of one would keep the package from loading in a
 * browser or in a Worker; this asks for it at run time. Node.js, Bun and Deno have them all, Workers of Cloudflare some of
 * them with `nodejs_compat`.
 */

type GetBuiltin = NodeJS.Process["getBuiltinModule"];

/** In CommonJS only, and for Node.js 22.0 to 22.2, which do not have `getBuiltinModule`. */
declare const require: ((name: string) => object) | undefined;

/** The module, or `undefined` where there is none of that name. */
export const builtin: GetBuiltin = ((name: string): object | undefined => {
  try {
    const { process } = globalThis;
    if (process?.getBuiltinModule !== undefined) return process.getBuiltinModule(name);
    return typeof require === "function" ? require(name) : undefined;
  } catch {
    return undefined; // a permission that was not given
  }
}) as GetBuiltin;

/** Of what cannot work without it: throws an error that says so. `what` is the subject of its sentence, as "A sandbox". */
export function needed<T>(module: T | undefined, what: string): T {
  if (module === undefined) throw new Error(`${what} needs Node.js: this platform does not have its modules`);
  return module;
}

/**
 * What declarations of this package take from the platform, for programs that are compiled with neither `@types/node` nor "DOM"
 * nor "ESNext.Disposable" in `lib`. Where a program knows these names, nothing is added to them.
 */

declare global {
  interface SymbolConstructor {
    readonly dispose: unique symbol;
    readonly asyncDispose: unique symbol;
  }
  interface AbortSignal {}
  // biome-ignore lint/suspicious/noExplicitAny: as every platform declares it
  interface ReadableStream<R = any> {}
}

/** A `Buffer`, which without `@types/node` is only known to be a `Uint8Array`. */
export type Bytes = typeof globalThis extends { Buffer: { alloc(size: number): infer B } } ? B : Uint8Array;

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
