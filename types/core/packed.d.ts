/** The packed form, as docs/identity.md describes it: its parts, and how a value is prepared for it. */
import { type Memory } from "./memory.ts";
export declare const ARRAY = 6;
export declare const OBJECT = 7;
/** In place of an end: the value has no JSON text. */
export declare const NOTHING = -1;
/** Writes a value that is not a container at `at`, and gives where it ends, or `NOTHING`. */
export declare function writeScalar(memory: Memory, value: unknown, at: number): number;
export declare function writeString(memory: Memory, value: string, at: number): number;
export declare function writeNumber(memory: Memory, value: number, at: number): number;
export declare function writeNull(memory: Memory, at: number): number;
/** Opens a container, and gives where its content begins. */
export declare function openContainer(memory: Memory, tag: number, at: number): number;
/** Closes the container that begins at `at`. `commas`: of a list; a key counts with its comma. */
export declare function closeContainer(memory: Memory, at: number, end: number, members: number, commas: number): void;
/** Takes back a key of `size` bytes, whose member has no JSON text. */
export declare function forgetKey(memory: Memory, key: string, size: number): void;
/** Ends the value that begins at `at`. False: it has no JSON text. */
export declare function finish(memory: Memory, at: number, end: number): boolean;
/** Whether `JSON.rawJSON` (Node.js 22 and later) made the value, which stands for the scalar with its text. */
export declare function isRaw(value: object, keys: readonly string[]): value is {
    readonly rawJSON: string;
};
/** The error for a container that is a member of itself, as `key`. */
export declare function circularError(key: string | number): TypeError;
/** How many members a list has; a proxy can give any length. */
export declare function lengthOf(list: {
    readonly length: unknown;
}): number;
/** Begins a value: the next key is its first. */
export declare function startKeys(): void;
/** Writes the key and its length at `at`, and gives where that ends. */
export declare function writeKey(memory: Memory, key: string, at: number): number;
