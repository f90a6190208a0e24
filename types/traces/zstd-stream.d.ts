/** The decompressed bytes. Throws an `Error` that says what is wrong, and at which byte. */
export declare function unzstd(chunks: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined>;
