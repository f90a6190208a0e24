/** What a text of base64 unpacks to, which has `size` bytes. It is one of our own: damage is found, but not by a sum. */
export declare function unpacked(base64: string, size: number): Uint8Array;
/** Exported for the test, which holds it against zlib's. */
export declare function inflated(from: Uint8Array, size: number): Uint8Array;
