/** A value that a function, and everything asynchronous that it starts, can see. */
export interface AsyncContext<T> {
    run<R>(value: T, fn: () => R): R;
    getStore(): T | undefined;
}
export declare function newAsyncContext<T>(): AsyncContext<T>;
