/** The WebAssembly build in browsers, and in Deno, which asks before a file is read: as text in a module. */
import { base64 } from "./wasm-base64.js";

/** There are no addons. */
export const openNative = undefined;

/** The bytes of the module. */
export function wasmSource(): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
