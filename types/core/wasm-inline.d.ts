export declare const isOnlyBuild = true;
/** The bytes of the module. */
export declare function wasmSource(): Uint8Array;
