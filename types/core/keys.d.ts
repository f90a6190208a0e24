/**
 * Keys of members. The objects of a tool's calls have the same keys in the same order, so the bytes of a few are kept, and
 * which key came next the last time. Keys alone, short ones, in this process: no snapshot and no record has them.
 */
import type { Memory } from "./memory.ts";
/** The next key is the first of a value's. */
export declare function startKeys(): void;
/** Writes the key and its length at `at`, and gives where that ends. */
export declare function writeKey(memory: Memory, key: string, at: number): number;
