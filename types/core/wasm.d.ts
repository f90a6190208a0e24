import { type Port } from "./core.ts";
import { Memory } from "./memory.ts";
/** One instance of the module. */
export declare class WasmPort implements Port {
    #private;
    /** Set by a trap, which may leave inconsistent state: every later call throws it. */
    failure: Error | undefined;
    readonly memory: Memory;
    constructor();
    block(): Uint8Array;
    grow(size: number): void;
    call(operation: number, handle: number, length: number): number;
}
