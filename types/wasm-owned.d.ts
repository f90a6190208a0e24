import type { WasmCore } from "./wasm-core.ts";
export declare class Owned {
    #private;
    readonly core: WasmCore;
    constructor(core: WasmCore, pointer: number, free: (pointer: number) => void);
    /** The pointer; throws once it is freed. `what` is "run" and the like. */
    open(what: string): number;
    /** Does nothing the second time. */
    free(): void;
}
/** Frees `owned` once `holder` was collected. */
export declare function freeWith(holder: object, owned: Owned): void;
export declare function close(owned: Owned): void;
