import { type Port } from "./core.ts";
import { Memory } from "./memory.ts";
/** The used part of the global `WebAssembly`, which TypeScript declares only in its DOM library. */
export interface WasmEngine {
    Module: new (bytes: Uint8Array) => object;
    Instance: new (module: object, imports: object) => {
        exports: unknown;
    };
}
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
