import type { Memory } from "./memory.ts";
/**
 * Writes `value` at `memory.at`, and moves that to its end. False: the value has no JSON text (`undefined`, a function, a
 * symbol), and nothing was written. Throws what `JSON.stringify` throws, and a `RangeError` for a value beyond `VALUE_MAX`;
 * `memory.at` is then as before. `memory.characters` is afterwards about the length of the JSON text.
 */
export declare function pack(memory: Memory, value: unknown): boolean;
/**
 * The same for a result that JSON expresses in full, as `isJson` defines it. False: it does not, or finding out needs a closer
 * look; nothing was written, although getters may have been called. Throws what a getter or a proxy throws.
 */
export declare function packResult(memory: Memory, value: unknown): boolean;
