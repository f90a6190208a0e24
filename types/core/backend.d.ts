import type { CoreClient } from "./client.ts";
export declare const core: CoreClient;
/** Which build of the C core runs: the Node-API addon or WebAssembly. Both give the same verdicts. */
export declare const backend: "native" | "wasm";
/** Why the addon does not run, or why the first choice of one did not load; `undefined` when all is well. */
export declare const backendError: Error | undefined;
