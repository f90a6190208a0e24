import type { Memory } from "./memory.ts";
export declare const ARRAY = 6;
export declare const OBJECT = 7;
/** In place of an end: JSON has nothing for the value. */
export declare const NOTHING = -1;
/** Writes what is no container at `at`, and gives where it ends, or `NOTHING`. */
export declare function writeScalar(memory: Memory, value: unknown, at: number): number;
export declare function writeString(memory: Memory, value: string, at: number): number;
export declare function writeNumber(memory: Memory, value: number, at: number): number;
export declare function writeNull(memory: Memory, at: number): number;
/** Begins a container; gives where its content begins. */
export declare function openContainer(memory: Memory, tag: number, at: number): number;
/** Ends the container that began at `at`, of so many members. With keys, which are counted with a comma each. */
export declare function closeContainer(memory: Memory, at: number, end: number, members: number, commas: number): void;
/** A key of so many bytes was written for a member that JSON leaves out. */
export declare function forgetKey(memory: Memory, key: string, size: number): void;
/** Ends the value that began at `at`. False: JSON has nothing for it. */
export declare function finish(memory: Memory, at: number, end: number): boolean;
/** Whether `value` is an object, or has a `toJSON` that can make one of it. */
export declare function mayBeObject(value: unknown): value is object;
/** What `JSON.stringify` writes of `value`, the member `key`: what its `toJSON` makes of it, and boxes opened. */
export declare function prepared(value: object, toJSON: unknown, key: string | number): unknown;
/** Whether it is one that `JSON.rawJSON` made, of Node.js 22 and later: it stands for the scalar whose text it has. */
export declare function isRaw(value: object, keys: readonly string[]): value is {
    readonly rawJSON: string;
};
/** How many members a list has; a proxy can say anything. */
export declare function lengthOf(list: {
    readonly length: unknown;
}): number;
