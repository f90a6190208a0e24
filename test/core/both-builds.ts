/** Both builds of the core, for tests that hold one against the other. */
import type { CoreClient } from "../../lib/core/client.ts";
import { loadNative } from "../../lib/core/native.ts";
import { loadWasm } from "../../lib/core/wasm.ts";

export const native: CoreClient = loadNative();
export const wasm: CoreClient = loadWasm();
