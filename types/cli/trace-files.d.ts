/** A file, or `"-"`: the standard input. */
export interface TraceFile {
    path: string;
    /** Bytes; 0 where nobody knows. */
    size: number;
}
/**
 * The files that `paths` stand for, in their order; folders are gone through by name, with all that is below them. A path
 * that cannot be read is told to `fault`, and so is a folder without any trace.
 */
export declare function findTraceFiles(paths: readonly string[], fault: (path: string, reason: string) => void): Promise<TraceFile[]>;
/** What the system said, without the path, which is told apart: "no such file or directory". */
export declare function systemReason(error: unknown): string;
