import type { Memory } from "./memory.ts";
/**
 * Writes the container `root` at `at`, and gives where it ends. It stands in the last of `path` as `rootKey`, and each of
 * those in the one before it as the one of `keys`. Both are taken over.
 */
export declare function packDeep(memory: Memory, root: object, rootKey: string | number, at: number, path: object[], keys: (string | number)[]): number;
