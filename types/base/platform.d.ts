/** What a platform may or may not have: modules of Node.js, contexts of asynchronous work, types. */
/**
 * Modules of Node.js, for platforms that may not have them. An `import` of one would keep the package from loading in a
 * browser or in a Worker; this asks for it at run time. Node.js, Bun and Deno have them all, Workers of Cloudflare some of
 * them with `nodejs_compat`.
 */
type GetBuiltin = NodeJS.Process["getBuiltinModule"];
/** The module, or `undefined` where there is none of that name. */
export declare const builtin: GetBuiltin;
/** Of what cannot work without it: throws an error that says so. `what` is the subject of its sentence, as "A sandbox". */
export declare function needed<T>(module: T | undefined, what: string): T;
/**
 * What declarations of this package take from the platform, for programs that are compiled with neither `@types/node` nor "DOM"
 * nor "ESNext.Disposable" in `lib`. Where a program knows these names, nothing is added to them.
 */
declare global {
    interface SymbolConstructor {
        readonly dispose: unique symbol;
        readonly asyncDispose: unique symbol;
    }
    interface AbortSignal {
    }
    interface ReadableStream<R = any> {
    }
}
/** A `Buffer`, which without `@types/node` is only known to be a `Uint8Array`. */
export type Bytes = typeof globalThis extends {
    Buffer: {
        alloc(size: number): infer B;
    };
} ? B : Uint8Array;
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
export declare function newAsyncContext<T>(): AsyncContext<T>;
export {};
