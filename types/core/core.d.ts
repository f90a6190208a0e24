/** One instance of the core: the block of memory that messages are written to, and the one function that takes them. */
import { type Memory, type MemoryHost, type OuterMessage } from "./memory.ts";
/** The error of a status, by its name in `LG_STATUS_MAP` ("LG_EJSON") and what there is to say. */
export declare function coreError(name: string, text: string): Error;
/** What a build of the core provides. */
export interface Port extends MemoryHost {
    /** The block of memory, shared by all that use this instance. */
    readonly memory: Memory;
    /** `lg_door_call`. Throws `failure` once it is set. */
    call(operation: number, handle: number, length: number): number;
    /** Why the instance can no longer be used; `undefined` as long as it works. */
    readonly failure: Error | undefined;
}
/** The minimum size of a block, so that the head of a message always fits without a check. */
export declare const BLOCK_MIN: number;
export declare class Core {
    #private;
    readonly memory: Memory;
    /** The length of the text of the last value that was written: of a string itself, else of its JSON. */
    characters: number;
    /** Whether the last result could be compared with others. */
    comparable: boolean;
    /** What a getter of the last result threw. */
    fault: {
        readonly error: unknown;
    } | undefined;
    constructor(port: Port);
    get failure(): Error | undefined;
    /** `fault`, once. */
    takeFault(): Core["fault"];
    /** Sends the message that ends at `memory.at`, and gives the answer of `lg_door_call`. */
    send(operation: number, handle: number): number;
    /** Frees what a handle stands for. It sends no message, so a message that is being written stays intact. */
    free(handle: number): void;
    /** Ends what `memory.enter` began. */
    leave(outer: OuterMessage | undefined): void;
    /** Sends one message; its answer is a number. Throws for an error status. */
    number(operation: number, handle: number, write?: (memory: Memory) => void): number;
    /** Sends one message; its answer is bytes, which `read` finds at the start of the block. Throws for an error status. */
    bytes<T>(operation: number, handle: number, write: ((memory: Memory) => void) | undefined, read: (memory: Memory, length: number) => T): T;
    /** Makes room for an answer that did not fit, and fetches it. */
    fetch(length: number): void;
    /** The error for a status, with the core's message. */
    error(status: number): Error;
}
export declare function textAt(memory: Memory, from: number, length: number): string;
/** The digest at `from`, as 32 hex digits. */
export declare function digestAt(memory: Memory, from: number): string;
/** The digest at the start of the block. */
export declare function firstDigest(memory: Memory): string;
/** The text at the start of the block. */
export declare function firstText(memory: Memory, length: number): string;
/** A copy of the bytes at the start of the block. */
export declare function bytesOf(memory: Memory, length: number): Uint8Array;
/** Each flag by its name. */
export declare function flagsIn<Name extends string>(bits: number, flags: Readonly<Record<Name, number>>): Record<Name, boolean>;
/** The numbers at these places, by name. */
export declare function numbersAt<Name extends string>({ view }: Memory, places: Readonly<Record<Name, number>>): Record<Name, number>;
export declare function putU32(memory: Memory, value: number): void;
export declare function putText(memory: Memory, text: string): void;
export declare function putBytes(memory: Memory, bytes: Uint8Array): void;
/** Freed once `holder` was collected, if it was not closed before. */
export declare class Handle {
    #private;
    constructor(holder: object, core: Core, number: number);
    /** The number of the handle; throws once it is closed. `what` is "run" and the like. */
    open(what: string): number;
    /** Does nothing the second time. */
    close(): void;
}
/** What a window of signatures and a window of text share: they are emptied, kept as bytes, and closed. */
export declare abstract class CoreWindow {
    #private;
    protected readonly core: Core;
    /** `what`: its name in errors. `forget`, `snapshot`: the operations. */
    constructor(core: Core, handle: number, what: string, forget: number, snapshot: number);
    reset(): void;
    snapshot(): Uint8Array;
    close(): void;
    protected open(): number;
}
