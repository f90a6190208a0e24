/**
 * The WebAssembly build as text in a module: in browsers, in Deno, which asks before a file is read, and in what bundlers
 * make for Node.js, where no file of the package is in its place.
 */
import { unpacked } from "./inflate.ts";
import { packed, size } from "./wasm-text.js";

/** There are no addons. */
export const openNative = undefined;

/** The bytes of the module. */
export function wasmSource(): Uint8Array {
  return unpacked(packed, size);
}
