/** The jobs of a scan, which several threads share. */
import type { ColumnField, ColumnTally } from "../../traces/columns.ts";
import { TEXT_MAX, tooLong } from "../../traces/limits.ts";
import { decompressed, sniffTrace, type TraceFormat, type TraceReaderOptions } from "../../traces/read-trace.ts";
import { atLeast, chain, fileBytes } from "../../traces/trace-bytes.ts";
import { NEWLINE } from "../../traces/value-cutter.ts";
import type { ScannedRun } from "../scan-types.ts";
import { systemReason, type TraceFile } from "../trace-files.ts";
import { noTotals, type RunTotals } from "./run-totals.ts";
import type { PartError } from "./scan-output.ts";

/** A whole file, or whole lines of one, each of which is a run of its own. */
export type ScanJob =
  | { kind: "file"; file: TraceFile }
  | { kind: "lines"; file: TraceFile; format: TraceFormat; first: number; lines: Uint8Array; read: number }
  /** Standard input, decompressed. The scanner that does the job closes it. */
  | { kind: "stream"; file: TraceFile; chunks: AsyncGenerator<Uint8Array> }
  /** All Parquet files, as one table. DuckDB has threads of its own. */
  | { kind: "parquet"; files: readonly TraceFile[]; threads: number }
  /** A line that was skipped; line 0: the rest of the file could not be read. */
  | { kind: "fault"; file: TraceFile; line: number; reason: string };

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

export function emptyPart(): ScanPart {
  return { runs: [], errors: [], totals: noTotals(), read: 0 };
}

/** Files of this size or more are split, if their lines are independent. */
const CUT_FROM = 4 << 20;
const HEAD = 1 << 20;

/** Splits a file into jobs, in the order of its lines. A table is one job: a run has many lines. */
export async function* jobsOf(
  file: TraceFile,
  { format, columns }: Pick<TraceReaderOptions, "columns"> & { format: TraceFormat | "auto" },
  signal: AbortSignal,
): AsyncGenerator<ScanJob, void, undefined> {
  if (columns !== undefined && file.path === "-") {
    yield { kind: "stream", file, chunks: decompressed(new CountedSource(file), signal) };
    return;
  }
  if (columns !== undefined) {
    yield { kind: "file", file };
    return;
  }
  if (file.path !== "-" && file.size < CUT_FROM) {
    yield { kind: "file", file };
    return;
  }
  const source = new CountedSource(file);
  const chunks = decompressed(source, signal);
  let line = 0;
  let open = true;
  try {
    const head = await atLeast(chunks, HEAD);
    const sniff = sniffTrace(head);
    const cut = sniff.independent && sniff.format !== undefined && (format === "auto" || format === sniff.format);
    if (!cut) {
      if (file.path !== "-") return yield { kind: "file", file };
      open = false;
      return yield { kind: "stream", file, chunks: chain(head, chunks) };
    }
    for await (const lines of lineBlocks(head, chunks)) {
      const first = line + 1;
      if (typeof lines === "number") {
        line++;
        yield { kind: "fault", file, line, reason: tooLong(lines) };
        continue;
      }
      line += countLines(lines);
      yield { kind: "lines", file, format: sniff.format as TraceFormat, first, lines, read: source.taken() };
    }
  } catch (error) {
    yield {
      kind: "fault",
      file,
      line: 0,
      reason: `cannot be read${line > 0 ? ` after line ${line}` : ""}: ${systemReason(error)}`,
    };
  } finally {
    if (open) await chunks.return();
  }
}

/** The bytes of a file as they are on the disk; counts them. */
export class CountedSource implements AsyncIterable<Uint8Array> {
  readonly #path: string;
  #read = 0;

  constructor({ path }: TraceFile) {
    this.#path = path;
  }

  /** Bytes since the last time. */
  taken(): number {
    const read = this.#read;
    this.#read = 0;
    return read;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const chunk of fileBytes(this.#path)) {
      this.#read += chunk.length;
      yield chunk;
    }
  }
}

function countLines(block: Uint8Array): number {
  let count = 0;
  for (let at = block.indexOf(NEWLINE); at >= 0; at = block.indexOf(NEWLINE, at + 1)) count++;
  return count;
}

/** From a thread: it has started, parts of its jobs in order, and a job is done. */
export type WorkerAnswer = "ready" | ScanPart | "done";

/** To a thread: one of its parts was taken, so that another may come. */
export const PART_TAKEN = "part taken";

/** Bytes of a block at least, except for single lines and the end of a file. */
const BLOCK = 512 << 10;

/**
 * Blocks of whole lines, in order. Instead of a line that is too long to be read comes its size in bytes. Only the line
 * between two chunks is copied: copying every byte would take a tenth of the time of parsing it.
 */
export async function* lineBlocks(
  head: Uint8Array,
  chunks: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array | number, void, undefined> {
  /** The unfinished last line; of one that is too long only the size is kept. */
  let rest: Uint8Array = new Uint8Array();
  let tooLong = 0;
  for (let chunk = head; chunk.length > 0; chunk = await atLeast(chunks, BLOCK)) {
    let newline = chunk.indexOf(NEWLINE);
    let start = 0;
    const size = newline < 0 ? chunk.length : newline;
    if (tooLong > 0 || rest.length + size > TEXT_MAX) {
      tooLong += rest.length + size;
      rest = new Uint8Array();
      if (newline < 0) continue;
      yield tooLong;
      tooLong = 0;
      start = newline + 1;
      newline = chunk.indexOf(NEWLINE, start);
    }
    if (rest.length > 0 && newline >= 0) {
      yield Buffer.concat([rest, chunk.subarray(start, newline + 1)]);
      rest = new Uint8Array();
      start = newline + 1;
    }
    const end = Math.max(start, chunk.lastIndexOf(NEWLINE) + 1);
    if (start < end) yield chunk.subarray(start, end);
    rest = rest.length === 0 ? chunk.subarray(end) : Buffer.concat([rest, chunk.subarray(end)]);
  }
  if (tooLong > 0) yield tooLong;
  if (rest.length > 0) yield rest;
}
