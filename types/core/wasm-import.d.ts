export declare const isOnlyBuild = true;
/** The module, compiled by the platform. */
export declare function wasmSource(): object;
