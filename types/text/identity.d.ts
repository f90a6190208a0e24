export interface FingerprintOptions {
    /** `false`: key order counts. Default `true`. */
    canonical?: boolean;
    /** 16 bytes, or 32 hex digits. Without one, fingerprints are the same in every process and version. */
    key?: Uint8Array | string;
}
/**
 * 32 hex digits that are equal exactly when the identities are: name and arguments. A string for arguments is the JSON
 * text that a model sent. Throws a `TypeError` for arguments without a JSON text (cycles, BigInt).
 *
 * @example
 * fingerprint("search", { q: "x", n: 1 }) === fingerprint("search", '{"n":1,"q":"x"}'); // true
 */
export declare function fingerprint(name: string, args?: unknown, options?: FingerprintOptions): string;
/**
 * RFC 8785 text of a value; a string is JSON text and is parsed first. Numbers that a double cannot hold keep their
 * digits. Throws `ERR_LOOPGUARD_JSON` for text that is not JSON.
 */
export declare function canonicalize(value: unknown): string;
/** As `canonicalize`, but a string is a value like any other. */
export declare function canonicalText(value: unknown): string;
