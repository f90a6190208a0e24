/** Puts an entry into a map that keeps only the newest `max`. */
export declare function remember<K, V>(map: Map<K, V>, key: K, value: V, max: number): void;
