/** Reads files of recorded runs, of any size, in any known format. */

import { basename } from "node:path";
import { tsvReader } from "./table-text.ts";
import { decompressed, fileBytes } from "./trace-bytes.ts";
import { TraceReader, type TraceReaderOptions } from "./trace-reader.ts";
import { TraceSplitter } from "./trace-splitter.ts";
import type { TraceRunSink } from "./trace-types.ts";
import { LIST, OBJECT, type TakeText } from "./value-cutter.ts";

const nothing = (): void => undefined;
/** Takes a run that nobody wants. */
export const IGNORED: TraceRunSink = { round: nothing, turn: nothing, call: nothing, outcome: nothing, end: nothing };

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
export async function readTraceFile(path: string, options: ReadTraceOptions): Promise<void> {
  await readTraceLines(fileBytes(path), path === "-" ? "stdin" : basename(path), options);
}

/** As `readTraceFile`, for bytes from a stream or in chunks, plain or compressed. `name` names runs without an id. */
export async function readTraceLines(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  name: string,
  options: ReadTraceOptions,
): Promise<void> {
  const chunks = decompressed(source, options.signal);
  const { columns } = options;
  /** Of rows it is not known before they begin. */
  let reader: { line: TakeText; end(): void } | undefined = columns ? undefined : new TraceReader(name, options);
  let line = 0;
  const splitter = new TraceSplitter(
    (text, number, size) => {
      line = number;
      reader?.line(text, number, size);
    },
    undefined,
    columns &&
      ((first) => {
        const isJson = first === OBJECT || first === LIST;
        reader = isJson ? new TraceReader(name, options) : tsvReader(name, { ...options, columns });
        return !isJson;
      }),
  );
  const next = async (): Promise<Uint8Array | undefined> => {
    try {
      return (await chunks.next()).value ?? undefined;
    } catch (error) {
      options.signal?.throwIfAborted();
      const reason = `cannot be read${line > 0 ? ` after line ${line}` : ""}: ${(error as Error).message}`;
      options.fault({ line: 0, reason });
      return undefined;
    }
  };
  try {
    for (let chunk = await next(); chunk !== undefined; chunk = await next()) splitter.push(chunk);
    splitter.end();
    reader?.end();
  } finally {
    await chunks.return(undefined);
  }
}
