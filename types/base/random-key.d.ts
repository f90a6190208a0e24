/** The key of one guard or detector: random, so that nobody can aim at collisions of its digests. */
export declare function randomKey(): Uint8Array;
/** A name that nobody else has: `bytes` random bytes as hex digits. */
export declare function randomHex(bytes: number): string;
