/** A property of a value that we did not make; `undefined` when it is absent, or when its getter or a proxy throws. */
export declare function property(object: unknown, name: string): unknown;
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
