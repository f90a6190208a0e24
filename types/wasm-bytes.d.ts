export declare function readWasm(): Uint8Array;
