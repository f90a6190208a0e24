/** Where the builds of the core come from on Node.js and Bun; "imports" in package.json has other files for others. */
import { builtin, needed } from "../base/builtin.ts";

export { openNative } from "./native.ts";

/** Beside the compiled package, and in a checkout that runs `lib/` unbuilt. */
const PLACES: readonly URL[] = [
  new URL("../loopguard.wasm", import.meta.url),
  new URL("../../native/wasm/loopguard.wasm", import.meta.url),
];

/** The bytes of the module. Throws where no file can be read. */
export function wasmSource(): Uint8Array {
  const { readFileSync } = needed(builtin("node:fs"), "The WebAssembly build in a file");
  const errors: unknown[] = [];
  for (const place of PLACES) {
    try {
      return readFileSync(place);
    } catch (error) {
      errors.push(error);
    }
  }
  throw new AggregateError(errors, `No loopguard.wasm at ${PLACES.join(", ")}`);
}
