import { type Memory } from "./memory.ts";
/**
 * Writes the container `root`, the member `rootKey` of the innermost of `above`, at `at`. Gives where it ends. `count` is told of
 * the members of each container before they are written.
 */
export declare function packDeep(memory: Memory, root: object, rootKey: string | number, at: number, above: Iterable<object>, count: (members: number) => void): number;
