/** 64 hex digits. */
export declare const sha256: (bytes: Uint8Array) => string;
/** FIPS 180-4, section 6.2. */
export declare function plainSha256(bytes: Uint8Array): string;
