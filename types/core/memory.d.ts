/** The block of memory that JavaScript and the core both see: where messages are written. */
import { type TextBuffer } from "../base/text-bytes.ts";
/** Longer than this no message is. */
export declare const MEMORY_MAX: number;
/** Who owns the block: an `ArrayBuffer` that the addon holds, or a part of WebAssembly's memory. */
export interface MemoryHost {
    /** The block as it is now: another array where WebAssembly's memory has grown meanwhile, else the same one. */
    block(): Uint8Array;
    /** Makes the block `size` bytes long; its first `used` bytes stay. Throws, and changes nothing, where there is no room. */
    grow(size: number, used: number): void;
}
/** A message that is put aside while another is written. */
export interface OuterMessage {
    readonly bytes: Uint8Array;
    readonly characters: number;
}
/**
 * The block as its one writer sees it.
 *
 * While a value is written, code of the user's may run (getters, `toJSON`), and it may send messages of its own through
 * the same block. So whoever writes a message does that between `enter` and `leave`, in `try` and `finally`: where another
 * message was being written, it is put aside meanwhile. And whoever runs such code sets `at` first, and reads `bytes` and
 * `view` anew afterwards.
 */
export declare class Memory {
    #private;
    /** The whole block. */
    bytes: Uint8Array;
    /** The same bytes. */
    view: DataView;
    /** The same bytes, for texts. */
    buffer: TextBuffer;
    /** Behind the last byte of the message that is being written. */
    at: number;
    /** What the value that was packed has in JSON: exact but for escapes and the digits of numbers. */
    characters: number;
    constructor(host: MemoryHost);
    /** A message begins, at offset 0. Gives what `leave` must have: the message that was being written, if any. */
    enter(): OuterMessage | undefined;
    /** The message was sent or given up, and its answer was read. */
    leave(outer: OuterMessage | undefined): void;
    /** To be called after everything that may have moved the block: each call of a core in WebAssembly. */
    renew(): void;
    /** Makes room for `needed` bytes in all; those before `at` stay. A `RangeError` where that cannot be. */
    grow(needed: number): void;
}
