/** Where this code is, from which the files of the package are found. */
import { builtin } from "../base/platform.ts";

/** In CommonJS only. */
declare const __filename: string | undefined;

/**
 * The URL of a file two folders below that of the package: of a module in lib/, or of the build in dist/node. `undefined` in
 * what bundlers make, which has no files of the package beside it.
 */
export function ownPlace(): string | undefined {
  if (typeof __filename !== "string") return import.meta.url;
  return builtin("node:url")?.pathToFileURL(__filename).href;
}

/** The same as a path. Asked as the package is loaded: a URL costs half a millisecond. */
export function ownFile(): string | undefined {
  if (typeof __filename === "string") return __filename;
  return import.meta.url?.startsWith("file:") ? builtin("node:url")?.fileURLToPath(import.meta.url) : undefined;
}
