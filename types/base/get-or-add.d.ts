/** The value of a key; it is made and stored when the map has none. */
export declare function getOrAdd<K, V>(map: {
    get(key: K): V | undefined;
    set(key: K, value: V): unknown;
}, key: K, make: () => V): V;
