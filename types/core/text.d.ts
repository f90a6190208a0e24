/** Writes strings to the block as generalised UTF-8 (WTF-8), the core's text. */
import type { Memory } from "./memory.ts";
/** Writes the bytes of `text` at `at`, and gives where they end. Keeps what is before `at`. Allocates nothing. */
export declare function writeText(memory: Memory, text: string, at: number): number;
/** The same after its size in 4 bytes, for a string in a packed value. */
export declare function writeSized(memory: Memory, text: string, at: number): number;
/** Makes room for `size` bytes at `at`, and keeps those before it. */
export declare function makeRoom(memory: Memory, at: number, size: number): void;
