import type { Memory, MemoryHost, OuterMessage } from "./memory.ts";
/** What a build of the core has to offer. */
export interface Port extends MemoryHost {
    /** Its block, for everybody who uses this instance. */
    readonly memory: Memory;
    /** `lg_door_call`. Throws `failure` once there is one. */
    call(operation: number, handle: number, length: number): number;
    /** The core came to its end, and nothing of it is used any more. */
    readonly failure: Error | undefined;
}
/** The least that a block has, so that heads of messages need no look at it. */
export declare const BLOCK_MIN: number;
export declare class Core {
    #private;
    readonly memory: Memory;
    /** Of the last value that was written: how long its text is, as it stands or as JSON. */
    characters: number;
    /** Whether the last result could be compared with others. */
    comparable: boolean;
    constructor(port: Port);
    get failure(): Error | undefined;
    /** Sends the message that ends at `memory.at`: what `lg_door_call` answers. */
    send(operation: number, handle: number): number;
    /** Gives back what a handle stands for. It has no message, so one that is being written stays as it is. */
    free(handle: number): void;
    /** Ends what `memory.enter` began. */
    leave(outer: OuterMessage | undefined): void;
    /** One message and its answer, a number. Throws the error of a status. */
    number(operation: number, handle: number, write?: (memory: Memory) => void): number;
    /** One message and its answer in bytes, which `read` finds at the block's start. Throws the error of a status. */
    bytes<T>(operation: number, handle: number, write: ((memory: Memory) => void) | undefined, read: (memory: Memory, length: number) => T): T;
    /** Makes room for an answer that had none, and gets it. */
    fetch(length: number): void;
    /** The error of a status, in the core's words. */
    error(status: number): Error;
}
export declare function textAt(memory: Memory, from: number, length: number): string;
/** The digest that lies there, as 32 hex digits. */
export declare function digestAt(memory: Memory, from: number): string;
/** The digest at the block's start. */
export declare function firstDigest(memory: Memory): string;
/** A copy of the bytes at the block's start. */
export declare function bytesOf(memory: Memory, length: number): Uint8Array;
export declare function putU32(memory: Memory, value: number): void;
export declare function putText(memory: Memory, text: string): void;
export declare function putBytes(memory: Memory, bytes: Uint8Array): void;
