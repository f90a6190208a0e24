import type { Memory } from "./memory.ts";
/**
 * Writes the container `root` at `at`, and gives where it ends. `path` are the containers it stands in, `keys` where each of
 * them does, and `rootKey` where it does itself; both are taken over.
 */
export declare function packDeep(memory: Memory, root: object, at: number, path: object[], keys: (string | number)[], rootKey: string | number): number;
