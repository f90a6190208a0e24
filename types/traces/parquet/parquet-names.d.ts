/** Which names are Parquet, and which of them are not in this machine's files. */
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
