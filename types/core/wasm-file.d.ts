export { openNative } from "./native.ts";
/** The bytes of the module. Throws where no file can be read and the module is not in a bundle. */
export declare function wasmSource(): Uint8Array;
