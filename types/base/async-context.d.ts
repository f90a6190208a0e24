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
