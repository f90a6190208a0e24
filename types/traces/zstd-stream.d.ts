/**
 * Zstandard (RFC 8878), block by block. fzstd decompresses a block; this module limits its memory and time. By itself
 * fzstd would decompress a whole chunk at once, which may expand to thirty gigabytes, and move the whole window for
 * each block, which may be a single byte. Node's own decompressor is not used: Node.js 20 has none, and those of 22 and
 * 24 stop after the first frame without an error; that of 22 also ignores that a file was cut off.
 */
/** The decompressed bytes. Throws an `Error` that says what is wrong, and at which byte. */
export declare function unzstd(chunks: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined>;
