/** There are no addons. */
export declare const openNative: undefined;
/** The bytes of the module. */
export declare function wasmSource(): Uint8Array;
