/**
 * The bytes of a file, or of standard input for `"-"`, decompressed if they are gzip or Zstandard. Throws what reading
 * or decompressing throws, and the reason of `signal` once it is aborted.
 */
export declare function traceBytes(path: string, signal?: AbortSignal): AsyncGenerator<Uint8Array, void, undefined>;
/** The bytes of a file, or of standard input for `"-"`, as they are there; of a database, its messages as lines. */
export declare function fileBytes(path: string): AsyncGenerator<Uint8Array, void, undefined>;
/** As `traceBytes`, for a stream or a list of chunks. UTF-16 with a byte order mark becomes UTF-8. */
export declare function decompressed(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, signal?: AbortSignal): AsyncGenerator<Uint8Array, void, undefined>;
/** The next chunks joined: at least `count` bytes, or fewer at the end. */
export declare function atLeast(chunks: AsyncGenerator<Uint8Array>, count: number): Promise<Uint8Array>;
/** `first`, then the chunks of `rest`, which is closed when the caller stops. */
export declare function chain(first: Uint8Array, rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array>;
