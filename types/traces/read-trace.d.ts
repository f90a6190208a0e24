import { type TraceFormat, type TraceReaderOptions } from "./trace-reader.ts";
interface TraceSniff {
    /** `undefined`: no line has a known format. */
    format: TraceFormat | undefined;
    /** Every line contains complete runs, so that several readers can each read a block of lines. */
    independent: boolean;
}
/** Checks the complete lines in `head`, the first bytes of a file after decompression; 1 MiB is plenty. */
export declare function sniffTrace(head: Uint8Array): TraceSniff;
export { decompressed, traceBytes } from "./trace-bytes.ts";
export { TRACE_FORMATS, type TraceFormat, TraceReader, type TraceReaderOptions } from "./trace-reader.ts";
export { TraceSplitter } from "./trace-splitter.ts";
export type { OpenTraceRun, TraceCall, TraceFault, TraceRun, TraceRunSink } from "./trace-types.ts";
export type { TakeText } from "./value-cutter.ts";
export interface ReadTraceOptions extends TraceReaderOptions {
    /** Aborts the reading: the promise is rejected with the signal's reason. */
    signal?: AbortSignal | undefined;
}
/**
 * Reads a file, or standard input for `"-"`, and calls `open` for each run in it. `fault` is called for everything that
 * cannot be read, a missing file included. The promise is rejected only by `signal`, by what `open` and its sinks
 * throw, and with a `RangeError` for an unknown `format`. Memory is needed for the longest line and for the runs that
 * are open.
 *
 * @example
 * await readTraceFile("runs.jsonl.gz", { open: ({ id }) => sinkOf(id), fault: ({ line, reason }) => warn(line, reason) });
 */
export declare function readTraceFile(path: string, options: ReadTraceOptions): Promise<void>;
/** As `readTraceFile`, for bytes from a stream or in chunks, plain or compressed. `name` names runs without an id. */
export declare function readTraceLines(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, name: string, options: ReadTraceOptions): Promise<void>;
