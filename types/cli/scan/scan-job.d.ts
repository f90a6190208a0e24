import type { ColumnField, ColumnTally } from "../../traces/columns.ts";
import { type TraceFormat, type TraceReaderOptions } from "../../traces/read-trace.ts";
import type { ScannedRun } from "../scan-types.ts";
import { type TraceFile } from "../trace-files.ts";
import { type RunTotals } from "./run-totals.ts";
import type { PartError } from "./scan-output.ts";
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
/** Standard input, decompressed. The scanner that does the job closes it. */
 | {
    kind: "stream";
    file: TraceFile;
    chunks: AsyncGenerator<Uint8Array>;
}
/** All Parquet files, as one table. DuckDB has threads of its own. */
 | {
    kind: "parquet";
    files: readonly TraceFile[];
    threads: number;
}
/** A line that was skipped; line 0: the rest of the file could not be read. */
 | {
    kind: "fault";
    file: TraceFile;
    line: number;
    reason: string;
};
/** The results of a job, in one or more parts. */
export interface ScanPart {
    /** All runs, or only those with loops. */
    runs: ScannedRun[];
    errors: PartError[];
    /** Of this part, runs without loops included. */
    totals: RunTotals;
    /** Bytes of the file that were read from the disk for this part. */
    read: number;
    /** Further bytes that there are to read; of Parquet they are not known before. */
    found?: number;
    /** The formats of its files, each once. */
    formats?: TraceFormat[];
    /** Of a table that was read to its end: which columns it has. */
    tally?: Pick<ColumnTally, "rows" | "missing"> | undefined;
    /** Fields whose columns no row of the whole input has; an error says so of each. */
    missing?: ColumnField[];
}
export declare function emptyPart(): ScanPart;
/** Splits a file into jobs, in the order of its lines. A table is one job: a run has many lines. */
export declare function jobsOf(file: TraceFile, { format, columns }: Pick<TraceReaderOptions, "columns"> & {
    format: TraceFormat | "auto";
}, signal: AbortSignal): AsyncGenerator<ScanJob, void, undefined>;
/** The bytes of a file as they are on the disk; counts them. */
export declare class CountedSource implements AsyncIterable<Uint8Array> {
    #private;
    constructor({ path }: TraceFile);
    /** Bytes since the last time. */
    taken(): number;
    [Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined>;
}
/** From a thread: it has started, parts of its jobs in order, and a job is done. */
export type WorkerAnswer = "ready" | ScanPart | "done";
/** To a thread: one of its parts was taken, so that another may come. */
export declare const PART_TAKEN = "part taken";
/**
 * Blocks of whole lines, in order. Instead of a line that is too long to be read comes its size in bytes. Only the line
 * between two chunks is copied: copying every byte would take a tenth of the time of parsing it.
 */
export declare function lineBlocks(head: Uint8Array, chunks: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array | number, void, undefined>;
