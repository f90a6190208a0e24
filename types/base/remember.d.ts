/** Adds an entry to a map that keeps only the newest `max` entries. */
export declare function remember<K, V>(map: Map<K, V>, key: K, value: V, max: number): void;
