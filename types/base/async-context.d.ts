/** A value that a function and all asynchronous work started by it can read. */
export interface AsyncContext<T> {
    run<R>(value: T, fn: () => R): R;
    getStore(): T | undefined;
}
export declare function newAsyncContext<T>(): AsyncContext<T>;
