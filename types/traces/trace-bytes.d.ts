/** The bytes of a file as UTF-8, decompressed. Gzip, Zstandard and UTF-16 are recognised by their first bytes. */
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
/** The bytes of a file, or of standard input for `"-"`, as they are there; of a database, its messages as lines. */
export declare function fileBytes(path: string): AsyncGenerator<Uint8Array, void, undefined>;
/**
 * Bytes decompressed, if they are gzip or Zstandard. UTF-16 with a byte order mark becomes UTF-8. Throws what reading or
 * decompressing throws, and the reason of `signal` once it is aborted.
 */
export declare function decompressed(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, signal?: AbortSignal): AsyncGenerator<Uint8Array, void, undefined>;
