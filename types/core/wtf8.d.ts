/** Generalised UTF-8 (WTF-8): UTF-8 that also has lone surrogates, as three bytes each. The text of the core. */
/** Writes `text` at `bytes[at]` and gives the number of bytes; there must be room for as many as `Buffer.byteLength` says. */
export declare function encodeWtf8(text: string, bytes: Uint8Array, at: number): number;
/** The string that the bytes stand for. */
export declare function decodeWtf8(bytes: Uint8Array): string;
