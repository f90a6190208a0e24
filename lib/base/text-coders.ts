/** The platform's `TextEncoder` and `TextDecoder`; jsdom, in which tests run, does not have them among its globals. */
import { builtin } from "./builtin.ts";

export const Encoder: typeof TextEncoder =
  globalThis.TextEncoder ?? (builtin("node:util")?.TextEncoder as typeof TextEncoder);
export const Decoder: typeof TextDecoder =
  globalThis.TextDecoder ?? (builtin("node:util")?.TextDecoder as typeof TextDecoder);
