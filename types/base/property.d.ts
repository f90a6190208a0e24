/** Values that we did not make, promises among them, and maps that are filled as they are asked. */
/** A property of a value that we did not make; `undefined` when it is absent, or when its getter or a proxy throws. */
export declare function property(object: unknown, name: PropertyKey): unknown;
/** What `act` returns, or `otherwise` if it throws. */
export declare function orElse<T, U>(act: () => T, otherwise: U): T | U;
/**
 * Whether a value is a plain object such as `{}`, of any realm, and not an array or an instance of a class. Never
 * throws.
 */
export declare function isPlainObject(value: unknown): value is Record<string, unknown>;
/** The value of a key; it is made and stored when the map has none. */
export declare function getOrAdd<K, V>(map: {
    get(key: K): V | undefined;
    set(key: K, value: V): unknown;
}, key: K, make: () => V): V;
/** Adds an entry to a map that keeps only the newest `max` entries. */
export declare function remember<K, V>(map: Map<K, V>, key: K, value: V, max: number): void;
/** The newest `max` entries. Most are written and never read, so writing is what must be cheap. */
export declare class Ring<Entry> {
    #private;
    constructor(max: number);
    add(entry: Entry): void;
    /** Oldest first. */
    all(): Entry[];
    clear(): void;
}
/** Whether a value has a function `then`. Throws when `then` cannot be read, as on a revoked proxy. */
export declare function hasThen(value: unknown): value is PromiseLike<unknown>;
/** As `hasThen`, but false when `then` cannot be read. Never throws. */
export declare function isThenable(value: unknown): value is PromiseLike<unknown>;
export type Awaitable<T> = T | Promise<T>;
/** Calls `next` with the value, at once if it is there. */
export declare function chain<T, R>(value: Awaitable<T>, next: (value: T) => Awaitable<R>): Awaitable<R>;
