/** There are no addons. */
export declare const openNative: undefined;
/** The module, compiled by the platform. */
export declare function wasmSource(): object;
