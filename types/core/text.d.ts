/** Strings as the core has them: generalised UTF-8 (WTF-8), written to the block where they belong. */
import type { Memory } from "./memory.ts";
/** Writes the bytes of `text` at `at` and gives where they end. What stands before `at` stays. Allocates nothing. */
export declare function writeText(memory: Memory, text: string, at: number): number;
/** The same behind a count of the bytes, of 4 bytes; for a string of a value. */
export declare function writeSized(memory: Memory, text: string, at: number): number;
/** Room for `size` bytes at `at`, with those before it kept. */
export declare function makeRoom(memory: Memory, at: number, size: number): void;
