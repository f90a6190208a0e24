import type { WasmCore } from "./wasm-core.ts";
/** A core guard and how many open objects use it: the guard itself, and each run. The last to close frees it. */
export declare class SharedGuard {
    #private;
    readonly core: WasmCore;
    readonly pointer: number;
    constructor(core: WasmCore, pointer: number);
    hold(): this;
    release(): void;
}
