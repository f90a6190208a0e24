/** The WebAssembly build where code may not be compiled at run time: Workers of Cloudflare, the Edge runtime of Vercel. */
import compiled from "../loopguard.wasm?module";

/** There are no addons. */
export const openNative = undefined;

/** The module, compiled by the platform. */
export function wasmSource(): object {
  return compiled;
}
