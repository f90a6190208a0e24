/**
 * Writes keys of members. The objects of a tool's calls have the same keys in the same order, so the bytes of some short keys
 * are cached, with the key that followed each the last time. They are in this process only, in no snapshot and no record.
 */
import type { Memory } from "./memory.ts";
/** Begins a value: the next key is its first. */
export declare function startKeys(): void;
/** Writes the key and its length at `at`, and gives where that ends. */
export declare function writeKey(memory: Memory, key: string, at: number): number;
