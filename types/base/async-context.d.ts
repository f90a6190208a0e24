/** As an `AsyncLocalStorage`. */
export interface AsyncContext<T> {
    run<R>(value: T, fn: () => R): R;
    getStore(): T | undefined;
}
/**
 * An `AsyncLocalStorage`, of Node.js or of the platform. Where there is none, the value is seen until `fn` returns, which for
 * an async function is its first `await`.
 */
export declare function newAsyncContext<T>(): AsyncContext<T>;
