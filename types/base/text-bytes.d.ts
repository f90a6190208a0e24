/** UTF-8, hex and base64, by Node.js's `Buffer` where there is one; digests of bytes; random keys. */
export declare const Encoder: typeof TextEncoder;
export declare const Decoder: typeof TextDecoder;
export interface TextBuffer {
    /** Writes as many characters of `text` as fit at `at`, in UTF-8, and gives the number of bytes. */
    write(text: string, at: number): number;
    toString(encoding: "hex", from: number, to: number): string;
}
/** `bytes`, for their texts. Of the ways to write a text into bytes, `Buffer`'s alone allocates nothing. */
export declare function textBufferOf(bytes: Uint8Array): TextBuffer;
export declare class PlainBuffer implements TextBuffer {
    #private;
    constructor(bytes: Uint8Array);
    write(text: string, at: number): number;
    toString(_encoding: string, from: number, to: number): string;
}
export declare function plainHex(bytes: Uint8Array): string;
/** 64 hex digits; `undefined` without Node.js: Web Crypto's makes one wait. Its module takes a tenth of the time that this package does. */
export declare function sha256(bytes: Uint8Array): string | undefined;
/** How many bytes the text has in UTF-8. */
export declare function byteLength(text: string): number;
/** Whether there is a U+FFFD in the bytes, as UTF-8. */
export declare function hasReplacement(bytes: Uint8Array): boolean;
export declare function plainHasReplacement(bytes: Uint8Array): boolean;
export declare function toBase64(bytes: Uint8Array): string;
export declare function plainToBase64(bytes: Uint8Array): string;
/** The bytes of a text as `toBase64` writes it; `undefined` for any other. */
export declare function fromBase64(text: string): Uint8Array | undefined;
/** The same without Node.js; some texts that are no base64 have bytes too. */
export declare function plainFromBase64(text: string): Uint8Array | undefined;
/** A random key for the digests of one guard or detector, so that nobody can construct collisions. */
export declare function randomKey(): Uint8Array;
/** A unique name: `bytes` random bytes as hex digits. */
export declare function randomHex(bytes: number): string;
