/** Writes `text` at `bytes[at]` and gives the number of bytes; there must be room for as many as `Buffer.byteLength` says. */
export declare function encodeWtf8(text: string, bytes: Uint8Array, at: number): number;
/** The string for WTF-8 bytes. */
export declare function decodeWtf8(bytes: Uint8Array): string;
