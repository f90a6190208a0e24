/** A random key for the digests of one guard or detector, so that nobody can construct collisions. */
export declare function randomKey(): Uint8Array;
/** A unique name: `bytes` random bytes as hex digits. */
export declare function randomHex(bytes: number): string;
