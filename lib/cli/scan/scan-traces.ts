/** Scans files one after the other, and gives the results in parts, so that they do not accumulate in memory. */
import { basename } from "node:path";
import { type LoopGuardOptions, readOptions } from "../../rules/options.ts";
import { type ColumnField, type Columns, ColumnTally } from "../../traces/columns.ts";
import type { ParquetTable } from "../../traces/parquet/parquet-table.ts";
import { BY_FIELD, readTraceLines, type TraceFormat, TraceReader } from "../../traces/read-trace.ts";
import { decompressed, fileBytes, shownName } from "../../traces/trace-bytes.ts";
import type { TraceFault, TraceRun } from "../../traces/trace-types.ts";
import type { ScanError, ScannedRun } from "../scan-types.ts";
import { shownPath, type TraceFile } from "../trace-files.ts";
import { RunScan, type ScanContext, scanContext } from "./run-scan.ts";
import { missingErrors, together } from "./scan-output.ts";
import { countRun, type RunTotals } from "./totals-text.ts";

export interface ScanSettings {
  guard: LoopGuardOptions;
  format: TraceFormat | "auto";
  /** Include runs without loops. */
  allRuns: boolean;
  /** Include the calls of each run, cut short. */
  strips: boolean;
  /** Rows of a table are read, whose columns mean this. */
  columns?: Columns | undefined;
  /** A run ends when another one begins. */
  sorted?: boolean | undefined;
  /** Tell what would have been done to requests. */
  whatIf?: "recover" | undefined;
  /** Give a run with loops as soon as the bytes at hand are read. */
  prompt?: boolean | undefined;
  /** Counts all runs, those without loops included. */
  totals: RunTotals;
  /** What DuckDB may use to sort Parquet, such as `"512MB"`; default: as DuckDB likes. */
  memory?: string;
}

export interface ScanPart {
  /** All runs, or only those with loops. */
  runs: ScannedRun[];
  errors: ScanError[];
  /** Bytes that were read from the disk for this part. */
  read: number;
  /** Further bytes that there are to read; of Parquet they are not known before. */
  found: number;
}

const emptyPart = (): ScanPart => ({ runs: [], errors: [], read: 0, found: 0 });

/** What is known of the input when all of it was read. */
interface ScanInput {
  readonly formats: Set<TraceFormat>;
  /** A table was read to its end. */
  isTable: boolean;
  /** Fields whose columns no row has; an error says so of each. */
  missing: ColumnField[];
}

/** Runs of one part at most. */
const PART_RUNS = 500;
/** Bytes after which a part is given even with few runs, so that the progress bar moves. */
const PART_READ = 8 << 20;

/** Takes a part; the next one comes when the promise is fulfilled. */
type TakePart = (part: ScanPart) => Promise<void>;

/**
 * Throws if the guard's options are wrong; errors of files are in the parts. `bytes`: of a file; default: as they are on the
 * disk.
 */
export async function scanTraces(
  files: readonly TraceFile[],
  settings: ScanSettings,
  take: TakePart,
  bytes: (file: TraceFile) => AsyncIterable<Uint8Array> = ({ path }) => fileBytes(path),
): Promise<ScanInput> {
  const { guard, strips, whatIf } = settings;
  const context = scanContext(guard, { strips, ...(whatIf && { whatIf: await recoveryFor(guard) }) });
  const scan = new TraceScan(settings, context, take);
  const parquet = files.filter((file) => file.parquet !== undefined);
  try {
    for (const file of files) if (file.parquet === undefined) await scan.file(file, bytes(file));
    if (parquet.length > 0) await scan.parquet(parquet);
    const missing = scan.tally === undefined || scan.tally.rows === 0 ? [] : scan.tally.missing;
    if (missing.length > 0) await take({ ...emptyPart(), errors: missingErrors(missing, files) });
    return { formats: scan.formats, isTable: scan.isTable, missing: missing.map(([field]) => field) };
  } finally {
    context.guard.close();
  }
}

class TraceScan {
  readonly formats = new Set<TraceFormat>();
  readonly tally: ColumnTally | undefined;
  isTable = false;
  readonly #settings: ScanSettings;
  readonly #context: ScanContext;
  readonly #take: TakePart;
  #part: ScanPart = emptyPart();

  constructor(settings: ScanSettings, context: ScanContext, take: TakePart) {
    this.tally = settings.columns && new ColumnTally(settings.columns);
    this.#settings = settings;
    this.#context = context;
    this.#take = take;
  }

  async file({ path }: TraceFile, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    const { format, columns, sorted } = this.#settings;
    const file = shownPath(path);
    await readTraceLines(this.#giving(decompressed(this.#counted(bytes))), basename(file), {
      ...{ format, columns, sorted, tally: this.tally },
      fault: (fault) => this.#part.errors.push({ file, ...fault }),
      open: (run) => new RunScan(this.#context, run, file, this.#done),
      recognised: (name) => this.formats.add(name),
    });
    this.isTable ||= columns !== undefined;
    await this.#give();
  }

  /** All files, as one table: a run may have rows in several of them. */
  async parquet(files: readonly TraceFile[]): Promise<void> {
    const { openParquet } = await import("../../traces/parquet/parquet-table.ts");
    const { columns, sorted = false, memory } = this.#settings;
    const patterns = files.map(({ path, parquet }) => parquet ?? path);
    let file = together(files);
    const fault = (fault: TraceFault) => this.#part.errors.push({ file, ...fault });
    const open = (run: TraceRun) => new RunScan(this.#context, run, file, this.#done);
    const reader = new TraceReader(basename(shownName(patterns[0] ?? "")), {
      columns: BY_FIELD,
      sorted: true,
      open,
      fault,
    });
    let table: ParquetTable | undefined;
    try {
      table = await openParquet(patterns, { columns, sorted, memory });
      this.#part.found += table.bytes;
      let before = 0;
      for await (const { done, rows } of table.steps()) {
        for (const row of rows) {
          file = shownName(table.file(row));
          reader.row(row, row.line);
        }
        this.#part.read += (done - before) * table.bytes;
        before = done;
        if (this.#isFull() || this.#part.found > 0) await this.#give();
      }
      // Columns that Parquet does not have are an error of their own.
      this.tally?.header(Object.values(columns ?? {}));
      this.isTable ||= columns !== undefined;
    } catch (error) {
      this.#part.errors.push({ file: together(files), line: 0, reason: (error as Error).message });
    } finally {
      reader.end();
      table?.close();
    }
    await this.#give();
  }

  async *#counted(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of bytes) {
      this.#part.read += chunk.length;
      yield chunk;
    }
  }

  /** Gives parts between two chunks. */
  async *#giving(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      yield chunk;
      if (this.#isFull()) await this.#give();
    }
  }

  #isFull(): boolean {
    const { runs, read } = this.#part;
    return runs.length >= (this.#settings.prompt ? 1 : PART_RUNS) || read >= PART_READ;
  }

  async #give(): Promise<void> {
    const part = this.#part;
    this.#part = emptyPart();
    await this.#take(part);
  }

  readonly #done = (run: ScannedRun): void => {
    countRun(this.#settings.totals, run);
    if (run.detections.length > 0 || this.#settings.allRuns) this.#part.runs.push(run);
  };
}

/** Loaded only if it is asked for. */
async function recoveryFor(options: LoopGuardOptions): Promise<ScanContext["whatIf"]> {
  const { WhatIfRecover } = await import("./what-if-recover.ts");
  const { recover = [] } = readOptions({ ...options, recover: options.recover || true });
  return () => new WhatIfRecover(recover);
}
