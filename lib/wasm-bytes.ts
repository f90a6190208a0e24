/** Finds the WebAssembly module. The one place that reads a file: a build for browsers replaces it. */
import { readFileSync } from "node:fs";

/** Beside the compiled package, and in a checkout that runs `lib/` unbuilt. */
const PLACES: readonly URL[] = [
  new URL("./loopguard.wasm", import.meta.url),
  new URL("../native/wasm/loopguard.wasm", import.meta.url),
];

export function readWasm(): Uint8Array {
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
