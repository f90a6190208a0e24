/** The files of traces that the arguments of a command stand for, and the options for them. */
import { Option } from "../traces/libraries.ts";
/** A file, or `"-"` for standard input. */
export interface TraceFile {
    path: string;
    /** Bytes; 0 if unknown. */
    size: number;
    /** Of Parquet: the pattern that only these files match. Their `size` counts only when they are read. */
    parquet?: string;
}
/** The name of a file in messages and results. */
export declare function shownPath(path: string): string;
/**
 * The files that `paths` stand for, in order and each once; folders are searched recursively, in order of names.
 * `fault` is called for a path that cannot be read, and for a folder without traces. `parquet`: whether the command reads
 * Parquet, which may also be at a URL, and named by a pattern.
 */
export declare function findTraceFiles(paths: readonly string[], fault: (path: string, reason: string) => void, parquet?: boolean): Promise<TraceFile[]>;
/** The system's error text without the path, such as "no such file or directory". */
export declare function systemReason(error: unknown): string;
export declare function formatOption(): Option;
