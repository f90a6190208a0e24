/** Where the builds of the core come from on Node.js and Bun; "imports" in package.json has other files for others. */
import { builtin, needed } from "../base/platform.ts";
import { ownPlace } from "./own-place.ts";

export { openNative } from "./native.ts";

/** Beside the compiled package, and in a checkout that runs `lib/` unbuilt. */
const PLACES = ["../loopguard.wasm", "../../native/wasm/loopguard.wasm"];

/** In CommonJS only. */
declare const require: ((path: string) => typeof import("./wasm-text.js")) | undefined;

/** The bytes of the module. Throws where no file can be read and the module is not in a bundle. */
export function wasmSource(): Uint8Array {
  const own = ownPlace();
  const files = own === undefined ? [] : PLACES.map((place) => () => inFile(new URL(place, own)));
  const errors: unknown[] = [];
  for (const source of [...files, inBundle])
    try {
      return source();
    } catch (error) {
      errors.push(error);
    }
  throw new AggregateError(errors, `No loopguard.wasm at ${PLACES.join(", ")} of ${own ?? "a bundle"}`);
}

const inFile = (place: URL): Uint8Array =>
  needed(builtin("node:fs"), "The WebAssembly build in a file").readFileSync(place);

/** Bundlers put the module as text into what they make, because of this line; its path is that from dist/node. */
function inBundle(): Uint8Array {
  if (typeof require !== "function") throw new Error("This is no bundle");
  const { packed } = require("../esm/wasm-text.js");
  return needed(builtin("node:zlib"), "The WebAssembly build in a bundle").inflateRawSync(
    Buffer.from(packed, "base64"),
  );
}
