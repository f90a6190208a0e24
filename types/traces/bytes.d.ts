/** The text of UTF-8; what is none becomes U+FFFD, and a byte order mark stays. */
export declare function utf8Text(bytes: Uint8Array, length?: number): string;
/** The same bytes, as what finds one of them fastest. */
export declare function quickBytes(bytes: Uint8Array): Uint8Array;
/** All of them in one; a single one is not copied. */
export declare function joined(parts: readonly Uint8Array[]): Uint8Array;
/** A copy of a text that was cut from another, which would stay in memory with it. */
export declare function copiedText(text: string): string;
