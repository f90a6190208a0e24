/** Finds the files that the arguments of a command stand for. */
import type { Stats } from "node:fs";
/** A file, or `"-"` for standard input. */
export interface TraceFile {
    path: string;
    /** Bytes; 0 if unknown. */
    size: number;
}
/**
 * The files that `paths` stand for, in order and each once; folders are searched recursively, in order of names.
 * `fault` is called for a path that cannot be read, and for a folder without traces.
 */
export declare function findTraceFiles(paths: readonly string[], fault: (path: string, reason: string) => void): Promise<TraceFile[]>;
/** Why this cannot be read: it is neither a file nor a pipe. A device such as /dev/zero has no end. */
export declare function notReadable(facts: Stats): string | undefined;
/** The system's error text without the path, such as "no such file or directory". */
export declare function systemReason(error: unknown): string;
