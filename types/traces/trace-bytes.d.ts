/** Whether a file of this name in a folder is one. */
export declare function isDatabaseName(name: string): boolean;
/** Endings of the files. */
export declare const PARQUET_NAME: RegExp;
export declare const isUrl: (path: string) => boolean;
/** Why nothing is read at a URL; `undefined`: it is Parquet. */
export declare function notReadableUrl(url: string): string | undefined;
/** Whether it is the pattern of Parquet files, not the name of one. */
export declare const isParquetGlob: (path: string) => boolean;
/** The name of a file as the pattern that only this file matches. */
export declare const asPattern: (path: string) => string;
/** A URL as it is shown: user names, passwords and signatures may be in it. */
export declare function shownName(path: string): string;
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
