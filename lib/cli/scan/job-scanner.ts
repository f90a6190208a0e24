/** Does jobs of a scan one after the other, in any thread. */
import { basename } from "node:path";
import type { LoopGuardOptions } from "../../rules/options.ts";
import { readOptions } from "../../rules/options.ts";
import { needOutcomes } from "../../rules/table.ts";
import { type Columns, ColumnTally } from "../../traces/columns.ts";
import { haveEnded } from "../../traces/limits.ts";
import {
  decompressed,
  readTraceLines,
  type TraceFault,
  type TraceFormat,
  TraceReader,
  type TraceReaderOptions,
} from "../../traces/read-trace.ts";
import type { GuardFlags } from "../guard-options.ts";
import type { ScannedRun } from "../scan-types.ts";
import { shownPath, type TraceFile } from "../trace-files.ts";
import { scanGuard } from "./loop-finder.ts";
import { closeContext, looksAtTexts, RunScan, type ScanContext, scanContext } from "./run-scan.ts";
import { countRun } from "./run-totals.ts";
import { CountedSource, emptyPart, type ScanJob, type ScanPart } from "./scan-job.ts";

export interface ScanSettings {
  guard: GuardFlags;
  format: TraceFormat | "auto";
  /** Include runs without loops. */
  allRuns: boolean;
  /** Include the calls of each run, cut short. */
  strips: boolean;
  /** Rows of a table are read, whose columns mean this. */
  columns?: Columns;
  /** A run ends when another one begins. */
  sorted?: boolean;
  /** Tell what would have been done to requests. */
  whatIf?: "recover";
  /** Emit a run with loops as soon as the bytes at hand are read. */
  prompt?: boolean;
  /** What DuckDB may use to sort Parquet, such as `"512MB"`; default: as DuckDB likes. */
  memory?: string;
}

/** Runs of one part at most, so that the results of a file do not accumulate in memory. */
const PART_RUNS = 500;
/** Bytes after which a part is emitted even with few runs, so that the progress bar moves. */
const PART_READ = 8 << 20;

type Emit = (part: ScanPart) => Promise<void>;

export class JobScanner {
  readonly #settings: ScanSettings;
  readonly #context: ScanContext;
  #part: ScanPart = emptyPart();
  /** The reader of the previous lines: as long as its objects live, V8 keeps the code that it compiled for them. */
  readonly #kept: { reader?: TraceReader } = {};

  private constructor(settings: ScanSettings, context: ScanContext) {
    this.#settings = settings;
    this.#context = context;
  }

  /** Throws if the guard's options are wrong. */
  static async create(settings: ScanSettings): Promise<JobScanner> {
    const options = await guardOptions(settings.guard);
    const { detectors } = readOptions(options);
    const { strips, whatIf } = settings;
    const texts = looksAtTexts(options);
    const context = scanContext(scanGuard(options), {
      ...{ strips, texts, needsOutcomes: needOutcomes(detectors) },
      ...(whatIf && { whatIf: await recoveryFor(options) }),
    });
    return new JobScanner(settings, context);
  }

  /**
   * Emits the results in one or more parts before the promise is fulfilled. The next part is emitted when the promise that
   * `emit` returned is fulfilled.
   */
  async run(job: ScanJob, emit: Emit): Promise<void> {
    if (job.kind === "lines") this.#lines(job);
    else if (job.kind === "stream") await this.#stream(job.file, job.chunks, emit);
    else if (job.kind === "fault") this.#fault(job.file, job);
    else if (job.kind === "parquet") await this.#parquet(job, emit);
    else await this.#file(job.file, emit);
    await emit(this.#taken());
    haveEnded();
  }

  close(): void {
    closeContext(this.#context);
  }

  #lines({ file, format, first, lines, read }: ScanJob & { kind: "lines" }): void {
    const reader = new TraceReader(traceName(file), { ...this.#reading(file), format });
    this.#recognised(format);
    reader.lines(lines, first);
    reader.end();
    this.#kept.reader = reader;
    this.#part.read += read;
  }

  async #file(file: TraceFile, emit: Emit): Promise<void> {
    const source = new CountedSource(file);
    await this.#stream(file, this.#counted(source), emit);
  }

  async *#counted(source: CountedSource): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const chunk of decompressed(source)) {
      this.#part.read += source.taken();
      yield chunk;
    }
  }

  async #parquet({ files, threads }: ScanJob & { kind: "parquet" }, emit: Emit): Promise<void> {
    const { scanParquet } = await import("./parquet-job.ts");
    const { columns, sorted = false, memory } = this.#settings;
    let read = 0;
    let found = 0;
    const isWhole = await scanParquet({
      files,
      columns,
      sorted,
      threads,
      memory,
      open: (run, file) => new RunScan(this.#context, run, file, this.#done),
      fault: (file, { line, reason, more }) => this.#part.errors.push({ file, line, reason, ...(more && { more }) }),
      step: async (done, bytes) => {
        this.#part.read += done - read;
        read = done;
        this.#part.found = bytes - found;
        found = bytes;
        if (this.#full() || this.#part.found > 0) await emit(this.#taken());
      },
    });
    // Columns that Parquet does not have are an error of their own.
    if (columns !== undefined && isWhole) this.#part.tally = { rows: 1, missing: [] };
  }

  #full(): boolean {
    const { runs, read } = this.#part;
    return runs.length >= (this.#settings.prompt ? 1 : PART_RUNS) || read >= PART_READ;
  }

  async #stream(file: TraceFile, chunks: AsyncGenerator<Uint8Array>, emit: Emit): Promise<void> {
    const { columns } = this.#settings;
    const tally = columns === undefined ? undefined : new ColumnTally(columns);
    await readTraceLines(this.#emitting(chunks, emit), traceName(file), { ...this.#reading(file), tally });
    this.#part.tally = tally;
  }

  /** Emits parts between two chunks. */
  async *#emitting(chunks: AsyncGenerator<Uint8Array>, emit: Emit): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const chunk of chunks) {
      yield chunk;
      if (this.#full()) await emit(this.#taken());
    }
  }

  #reading(file: TraceFile): TraceReaderOptions {
    const name = shownPath(file.path);
    const { format, columns, sorted } = this.#settings;
    return {
      format,
      columns,
      sorted,
      fault: (fault) => this.#fault(file, fault),
      open: (run) => new RunScan(this.#context, run, name, this.#done),
      recognised: (format) => this.#recognised(format),
    };
  }

  #recognised(format: TraceFormat): void {
    this.#part.formats ??= [];
    const { formats } = this.#part;
    if (!formats.includes(format)) formats.push(format);
  }

  #fault(file: TraceFile, { line, reason, more }: TraceFault): void {
    const error = { file: shownPath(file.path), line, reason };
    this.#part.errors.push(more === undefined ? error : { ...error, more });
  }

  readonly #done = (run: ScannedRun): void => {
    countRun(this.#part.totals, run);
    if (run.detections.length > 0 || this.#settings.allRuns) this.#part.runs.push(run);
  };

  #taken(): ScanPart {
    const part = this.#part;
    this.#part = emptyPart();
    return part;
  }
}

/** The reader of configuration files is loaded only if there is one, so that threads start fast. */
async function guardOptions(flags: GuardFlags): Promise<LoopGuardOptions> {
  const { config, ...options } = flags;
  return config === undefined ? options : (await import("../guard-options.ts")).readGuardOptions(flags);
}

/** Loaded only if it is asked for. */
async function recoveryFor(options: LoopGuardOptions): Promise<ScanContext["whatIf"]> {
  const { WhatIfRecover } = await import("./what-if-recover.ts");
  const { recover = [] } = readOptions({ ...options, recover: options.recover || true });
  return () => new WhatIfRecover(recover);
}

/** The name for runs without an id. */
function traceName({ path }: TraceFile): string {
  return basename(shownPath(path));
}
