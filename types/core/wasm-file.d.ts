export { openNative } from "./native.ts";
/** The bytes of the module. Throws where no file can be read. */
export declare function wasmSource(): Uint8Array;
