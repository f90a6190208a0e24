import { type TraceFormat } from "../../traces/read-trace.ts";
import type { ScanError, ScannedRun, ScanTotals } from "../scan-types.ts";
import { type TraceFile } from "../trace-files.ts";
/** A whole file, or whole lines of one, each of which is a run of its own. */
export type ScanJob = {
    kind: "file";
    file: TraceFile;
} | {
    kind: "lines";
    file: TraceFile;
    format: TraceFormat;
    first: number;
    lines: Uint8Array;
    read: number;
}
/** What standard input has, decompressed; whoever takes the job ends it. */
 | {
    kind: "stream";
    file: TraceFile;
    chunks: AsyncGenerator<Uint8Array>;
}
/** The file could not be read any further. */
 | {
    kind: "fault";
    file: TraceFile;
    reason: string;
};
/** What a job gives, in one or more parts. */
export interface ScanPart {
    /** All of them, or those with loops, as asked. */
    runs: ScannedRun[];
    errors: ScanError[];
    /** Of this part, runs without loops included. */
    totals: Omit<ScanTotals, "files" | "wastedCost">;
    /** Bytes of the file that this part took off the disk. */
    read: number;
}
/** The jobs that a file is, in the order of its lines. */
export declare function jobsOf(file: TraceFile, format: TraceFormat | "auto", signal: AbortSignal): AsyncGenerator<ScanJob, void, undefined>;
/** A file's bytes as they are on the disk; knows how many were read. */
export declare class CountedSource implements AsyncIterable<Uint8Array> {
    #private;
    constructor({ path }: TraceFile);
    /** Bytes since the last time. */
    taken(): number;
    [Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined>;
}
