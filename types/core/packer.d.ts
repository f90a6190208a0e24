import type { Memory } from "./memory.ts";
/**
 * Writes `value` at `memory.at`, and moves that behind it. False: JSON has nothing for the value (`undefined`, a function,
 * a symbol), and nothing was written. Throws what `JSON.stringify` throws, and a `RangeError` for what is too large; then
 * `memory.at` is as before. `memory.characters` is the length of the JSON text then, about.
 */
export declare function pack(memory: Memory, value: unknown): boolean;
/**
 * The same for a result of which JSON says all there is, as `isJson` has it. False: it does not, or to know takes a longer
 * look; then nothing was written, though getters may have been called. Throws what a getter or a proxy throws.
 */
export declare function packResult(memory: Memory, value: unknown): boolean;
