/** Whether a value has a function `then`. Throws when `then` cannot be read, as on a revoked proxy. */
export declare function hasThen(value: unknown): value is PromiseLike<unknown>;
/** As `hasThen`, but false when `then` cannot be read. Never throws. */
export declare function isThenable(value: unknown): value is PromiseLike<unknown>;
export type Awaitable<T> = T | Promise<T>;
/** Calls `next` with the value, at once if it is there. */
export declare function chain<T, R>(value: Awaitable<T>, next: (value: T) => Awaitable<R>): Awaitable<R>;
