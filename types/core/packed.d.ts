import type { Memory } from "./memory.ts";
export declare const ARRAY = 6;
export declare const OBJECT = 7;
/** In place of an end: JSON has nothing for the value. */
export declare const NOTHING = -1;
/** Writes what is no container at `at`, and gives where it ends, or `NOTHING`. */
export declare function writeScalar(memory: Memory, value: unknown, at: number): number;
/** Writes a null, for which there is room wherever a value was to be written. */
export declare function writeNull(memory: Memory, at: number): number;
/** Begins a container; gives where its content begins. */
export declare function openContainer(memory: Memory, tag: number, at: number): number;
/** Ends the container that began at `at`, of so many members. */
export declare function closeContainer(memory: Memory, at: number, end: number, members: number): void;
/** Whether `value` is an object, or has a `toJSON` that can make one of it. */
export declare function mayBeObject(value: unknown): value is object;
/** What `JSON.stringify` writes of `value`, the member `key`: what its `toJSON` makes of it, and boxes opened. */
export declare function prepared(value: object, toJSON: unknown, key: string | number): unknown;
/** How many members a list has; a proxy can say anything. */
export declare function lengthOf(list: {
    readonly length: unknown;
}): number;
