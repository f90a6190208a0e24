/** The WebAssembly build as text: for browsers, for Deno, which asks before a file is read, and for bundles for Node.js. */
import { unpacked } from "./inflate.ts";
import { packed, size } from "./wasm-text.js";

/** There are no addons. */
export const openNative = undefined;

/** The bytes of the module. */
export function wasmSource(): Uint8Array {
  return unpacked(packed, size);
}
