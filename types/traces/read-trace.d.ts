/** Reads files of recorded runs, of any size, in any known format. */
import { type TraceReaderOptions } from "./trace-reader.ts";
import type { TraceRunSink } from "./trace-types.ts";
/** Takes a run that nobody wants. */
export declare const IGNORED: TraceRunSink;
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
