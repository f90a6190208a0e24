import { type TraceReaderOptions } from "./trace-reader.ts";
export { decompressed, traceBytes } from "./trace-bytes.ts";
export { TRACE_FORMATS, type TraceFormat, TraceReader, type TraceReaderOptions } from "./trace-reader.ts";
export { sniffTrace, type TraceSniff } from "./trace-sniff.ts";
export { type TakeText, TraceSplitter } from "./trace-splitter.ts";
export type { OpenTraceRun, TraceCall, TraceFault, TraceRun, TraceRunSink } from "./trace-types.ts";
export interface ReadTraceOptions extends TraceReaderOptions {
    /** Stops the reading: the promise is rejected with its reason. */
    signal?: AbortSignal | undefined;
}
/**
 * Reads a file, or standard input for `"-"`, and tells every run in it to `open`. What cannot be read, down to a missing
 * file, is told to `fault`; the promise is rejected only by `signal`, by what `open` and its sinks throw, and with a
 * `RangeError` for an unknown `format`. In memory: the longest line and what the runs that are open need.
 *
 * @example
 * await readTraceFile("runs.jsonl.gz", { open: ({ id }) => sinkOf(id), fault: ({ line, reason }) => warn(line, reason) });
 */
export declare function readTraceFile(path: string, options: ReadTraceOptions): Promise<void>;
/** The same for bytes from elsewhere, plain or compressed: a stream, or chunks cut anywhere. `name` is for runs without an id. */
export declare function readTraceLines(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, name: string, options: ReadTraceOptions): Promise<void>;
