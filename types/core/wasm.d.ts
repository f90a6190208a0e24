import { type Port } from "./core.ts";
import { Memory } from "./memory.ts";
/** One instance of the module. */
export declare class WasmPort implements Port {
    #private;
    /** Set by a trap. What the trap left half done is not used again: every later call throws this. */
    failure: Error | undefined;
    readonly memory: Memory;
    constructor();
    /** Memory that grew is another buffer, and a view of the old one has no length. */
    block(): Uint8Array;
    grow(size: number): void;
    call(operation: number, handle: number, length: number): number;
}
