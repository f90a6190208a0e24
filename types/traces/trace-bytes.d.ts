/**
 * The bytes of a file, or of standard input for `"-"`, decompressed where they are gzip or Zstandard. Throws what reading
 * or decompressing throws; stops with the reason of `signal` once it is aborted.
 */
export declare function traceBytes(path: string, signal?: AbortSignal): AsyncGenerator<Uint8Array, void, undefined>;
/** The same for bytes that come from elsewhere, such as a stream or a list of chunks. */
export declare function decompressed(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, signal?: AbortSignal): AsyncGenerator<Uint8Array, void, undefined>;
