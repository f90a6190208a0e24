/** `NativeGuard` over WebAssembly. Arguments are read and checked before the core is entered. */
import { type LadderTuple, type NativeDetectorSpec, type NativeGuard, type NativeProfile, type NativeRun } from "./binding.ts";
import type { WasmCore } from "./wasm-core.ts";
export declare class WasmGuard implements NativeGuard {
    #private;
    constructor(core: WasmCore, key: Uint8Array, maxEntries: number, ladder: LadderTuple, shadow: boolean);
    addDetector(spec: NativeDetectorSpec): void;
    addProfile(profile: NativeProfile, replaceDefault: boolean): number;
    run(): NativeRun;
    close(): void;
}
