/** Whether there are no addons on this platform. */
export declare const isOnlyBuild = false;
/** The bytes of the module. Throws where no file can be read. */
export declare function wasmSource(): Uint8Array;
