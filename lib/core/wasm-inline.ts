/**
 * The WebAssembly build as text in a module: in browsers, in Deno, which asks before a file is read, and in what bundlers
 * make for Node.js, where no file of the package is in its place.
 */
import { base64 } from "./wasm-base64.js";

/** There are no addons. */
export const openNative = undefined;

/** The bytes of the module. */
export function wasmSource(): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
