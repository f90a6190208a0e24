/**
 * Chooses the build of the core, once, when the package is loaded: the addon, or WebAssembly where none loads.
 * LOOPGUARD_BACKEND=native|wasm forces one; LOOPGUARD_BINDING=/path names an addon to try first.
 */
import type { NativeBinding } from "./binding.ts";
export declare const binding: NativeBinding;
/** Which build of the C core runs: the Node-API addon or WebAssembly. Both give the same verdicts. */
export declare const backend: "native" | "wasm";
/** Why the addon does not run, or why the first choice of one did not load; `undefined` when all is well. */
export declare const backendError: Error | undefined;
