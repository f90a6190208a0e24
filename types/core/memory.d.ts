/** The block of memory that JavaScript and the core share, for messages. */
import { type TextBuffer } from "../base/text-bytes.ts";
/** Writes `text` at `bytes[at]` and gives the number of bytes; there must be room for as many as `Buffer.byteLength` says. */
export declare function encodeWtf8(text: string, bytes: Uint8Array, at: number): number;
/** The string for WTF-8 bytes. */
export declare function decodeWtf8(bytes: Uint8Array): string;
/** The maximum size of a message. */
export declare const MEMORY_MAX: number;
/** The owner of the block: an `ArrayBuffer` that the addon holds, or a part of WebAssembly's memory. */
export interface MemoryHost {
    /** The block as it is now: another array if WebAssembly's memory has grown. */
    block(): Uint8Array;
    /** Makes the block `size` bytes long and keeps its first `used` bytes. Throws and changes nothing if there is no room. */
    grow(size: number, used: number): void;
}
/** A message that is saved while another is written. */
export interface OuterMessage {
    readonly bytes: Uint8Array;
    readonly characters: number;
    readonly limit: number;
}
/**
 * The block, for writing.
 *
 * While a value is written, the user's code may run (getters, `toJSON`), and may send messages through the same block. So a
 * message is written between `enter` and `leave`, in `try` and `finally`; `enter` saves a message that is being written. Code
 * that calls such functions sets `at` before, and reads `bytes` and `view` again afterwards.
 */
export declare class Memory {
    #private;
    /** The whole block. */
    bytes: Uint8Array;
    /** The same bytes. */
    view: DataView;
    /** The same bytes, for texts. */
    buffer: TextBuffer;
    /** The end of the message that is being written. */
    at: number;
    /** The length of the packed value's JSON: exact except for escapes and the digits of numbers. */
    characters: number;
    /** The maximum size of the message; smaller while a value is written, of which there is a maximum, too. */
    limit: number;
    constructor(host: MemoryHost);
    /** Begins a message, at offset 0. Gives the message that was being written, if any, for `leave`. */
    enter(): OuterMessage | undefined;
    /** Ends a message, after its answer was read. */
    leave(outer: OuterMessage | undefined): void;
    /** Call this after anything that may have moved the block, such as a call of the core in WebAssembly. */
    renew(): void;
    /** Makes room for `needed` bytes in all and keeps those before `at`. Throws a `RangeError` if there is no room. */
    grow(needed: number): void;
}
/** Writes the bytes of `text` at `at`, and gives where they end. Keeps what is before `at`. Allocates nothing. */
export declare function writeText(memory: Memory, text: string, at: number): number;
/** The same after its size in 4 bytes, for a string in a packed value. */
export declare function writeSized(memory: Memory, text: string, at: number): number;
/** Makes room for `size` bytes at `at`, and keeps those before it. */
export declare function makeRoom(memory: Memory, at: number, size: number): void;
