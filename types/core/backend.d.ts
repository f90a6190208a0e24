import type { CoreClient } from "./client.ts";
export declare const core: CoreClient;
/** Which build of the C core runs: the Node-API addon or WebAssembly. Both give the same verdicts. */
export declare const backend: "native" | "wasm";
/** Why the addon is not used, or why the preferred one did not load; `undefined` if nothing failed. */
export declare const backendError: Error | undefined;
