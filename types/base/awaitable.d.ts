export type Awaitable<T> = T | Promise<T>;
/** Calls `next` with the value, at once if it is there. */
export declare function chain<T, R>(value: Awaitable<T>, next: (value: T) => Awaitable<R>): Awaitable<R>;
