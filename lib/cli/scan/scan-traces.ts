/** Scans files with several threads, and yields the results in the order of the files and their lines. */

import { Worker } from "node:worker_threads";
import { takeTurns } from "../../traces/limits.ts";
import type { TraceFile } from "../trace-files.ts";
import { JobScanner, type ScanSettings } from "./job-scanner.ts";
import { emptyPart, jobsOf, PART_TAKEN, type ScanJob, type ScanPart, type WorkerAnswer } from "./scan-job.ts";
import { MissingColumns } from "./scan-output.ts";

/** Jobs that a worker is sent in advance, since this thread may be busy when one is done. */
const AT_HAND = 2;

/** Parts of a job that wait; past it its thread waits, since those of other jobs may come first for a long time. */
const PARTS_MAX = 4;

/** Jobs that no worker can do: what they read cannot be sent, or has threads of its own. */
const HERE: ReadonlySet<ScanJob["kind"]> = new Set(["stream", "fault", "parquet"]);

type PartWriter = WritableStreamDefaultWriter<ScanPart>;

interface Waiting {
  /** Its place among all jobs. */
  place: number;
  job: ScanJob;
  parts: PartWriter;
}

interface Hired {
  worker: Worker;
  /** False while it starts. */
  ready: boolean;
  /** The parts of its jobs, in their order. */
  running: PartWriter[];
}

/** Does jobs in this thread, and in workers if more than one thread is allowed. */
class ScanPool {
  readonly #settings: ScanSettings;
  readonly #workersMax: number;
  readonly #local: JobScanner;
  readonly #workers: Hired[] = [];
  /** Jobs for any thread, and for this one only. */
  readonly #waiting: Waiting[] = [];
  readonly #waitingHere: Waiting[] = [];
  /** Shared by the threads: only one at a time parses a long text. */
  readonly #turn = new SharedArrayBuffer(4);
  #jobs = 0;
  #busy = false;

  private constructor(settings: ScanSettings, threads: number, local: JobScanner) {
    this.#settings = settings;
    this.#workersMax = threads - 1;
    this.#local = local;
    takeTurns(this.#turn);
  }

  /** Throws if the guard's options are wrong. */
  static async open(settings: ScanSettings, threads: number): Promise<ScanPool> {
    return new ScanPool(settings, threads, await JobScanner.create(settings));
  }

  /** Starts a job as soon as a thread is free. Returns its parts. */
  start(job: ScanJob): ReadableStream<ScanPart> {
    const { readable, writable } = new TransformStream<ScanPart>({}, {}, { highWaterMark: PARTS_MAX });
    const parts = writable.getWriter();
    parts.closed.catch(nothing); // the reader of the parts gets the error
    const queue = HERE.has(job.kind) ? this.#waitingHere : this.#waiting;
    queue.push({ place: this.#jobs++, job, parts });
    this.#assign();
    // A worker is not worth it for a single job.
    if (this.#jobs > 1 && this.#workers.length < this.#workersMax) this.#hire();
    return readable;
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map(({ worker }) => worker.terminate()));
    this.#local.close();
  }

  #assign(): void {
    for (let jobs = 0; jobs < AT_HAND; jobs++)
      for (const hired of this.#workers)
        if (hired.ready && hired.running.length <= jobs) this.#send(hired, this.#waiting.shift());
    if (this.#busy) return;
    const next = this.#next().shift();
    if (next !== undefined) void this.#here(next);
  }

  /** The queue whose first job came first: a job may have to wait until those before it are done. */
  #next(): Waiting[] {
    const [here, any] = [this.#waitingHere[0], this.#waiting[0]];
    return here !== undefined && (any === undefined || here.place < any.place) ? this.#waitingHere : this.#waiting;
  }

  async #here({ job, parts }: Waiting): Promise<void> {
    this.#busy = true;
    // Handle messages of workers and data of files first.
    await new Promise((resolve) => setImmediate(resolve));
    try {
      await this.#local.run(job, (part) => parts.write(part));
      end(parts);
    } catch (error) {
      fail(parts, error);
    }
    this.#busy = false;
    this.#assign();
  }

  #send({ worker, running }: Hired, waiting: Waiting | undefined): void {
    if (waiting === undefined) return;
    const { job, parts } = waiting;
    running.push(parts);
    if (job.kind !== "lines") {
      worker.postMessage(job);
      return;
    }
    // A copy, since other lines may be in the same memory.
    const lines = Uint8Array.from(job.lines);
    worker.postMessage({ ...job, lines }, [lines.buffer]);
  }

  #hire(): void {
    const worker = new Worker(new URL("./scan-worker.js", import.meta.url), {
      workerData: { settings: this.#settings, turn: this.#turn },
    });
    const hired: Hired = { worker, ready: false, running: [] };
    this.#workers.push(hired);
    worker.on("message", (answer: WorkerAnswer) => {
      if (answer === "ready") hired.ready = true;
      else if (answer === "done") end(hired.running.shift());
      else hired.running[0]?.write(answer).then(() => worker.postMessage(PART_TAKEN), nothing);
      if (typeof answer === "string") this.#assign();
    });
    worker.on("error", (error) => {
      hired.ready = false;
      for (const parts of hired.running) fail(parts, error);
    });
  }
}

const nothing = (): void => undefined;

function end(parts: PartWriter | undefined): void {
  parts?.close().catch(nothing);
}

function fail(parts: PartWriter, error: unknown): void {
  parts.abort(error ?? new Error("a thread failed")).catch(nothing);
}

/** Bytes of lines in jobs that are not done, for each thread. */
const AHEAD_BYTES = 2 << 20;
/** Jobs that are not done; a whole file takes no memory before its job starts. */
const AHEAD_JOBS = 256;
/** Bytes for which another thread is worth its start. */
const BYTES_PER_THREAD = 4 << 20;
/** How many bytes a compressed byte stands for, about. */
const COMPRESSION = 8;

/** Throws if the guard's options are wrong; errors of files are in the parts. */
export async function* scanTraces(
  files: readonly TraceFile[],
  settings: ScanSettings,
  jobs: number,
): AsyncGenerator<ScanPart, void, undefined> {
  const threads = Math.min(jobs, threadsWorth(files));
  const pool = await ScanPool.open(settings, threads);
  const stop = new AbortController();
  try {
    const source = allJobs(files, settings, jobs, stop.signal);
    const running: { parts: ReadableStream<ScanPart>; bytes: number }[] = [];
    let bytes = 0;
    const columns = new MissingColumns();
    for (let more = true; ; ) {
      while (more && bytes < AHEAD_BYTES * threads && running.length < AHEAD_JOBS) {
        const { value: job, done } = await source.next();
        more = !done;
        if (done) break;
        const size = job.kind === "lines" ? job.lines.length : 0;
        running.push({ parts: pool.start(job), bytes: size });
        bytes += size;
      }
      const first = running.shift();
      if (first === undefined) break;
      for await (const part of first.parts) {
        if (part.tally !== undefined) columns.add(part.tally);
        yield part;
      }
      bytes -= first.bytes;
    }
    const errors = columns.errors(files);
    if (errors.length > 0) yield { ...emptyPart(), errors, missing: columns.fields };
  } finally {
    stop.abort();
    await pool.close();
  }
}

async function* allJobs(
  files: readonly TraceFile[],
  settings: ScanSettings,
  threads: number,
  signal: AbortSignal,
): AsyncGenerator<ScanJob, void, undefined> {
  const parquet = files.filter((file) => file.parquet !== undefined);
  for (const file of files) if (file.parquet === undefined) yield* jobsOf(file, settings, signal);
  if (parquet.length > 0) yield { kind: "parquet", files: parquet, threads };
}

function threadsWorth(files: readonly TraceFile[]): number {
  let bytes = 0;
  for (const { path, size, parquet } of files) {
    if (parquet !== undefined) continue;
    if (path === "-") return Number.POSITIVE_INFINITY;
    bytes += /\.(?:gz|zst)$/i.test(path) ? size * COMPRESSION : size;
  }
  return Math.max(1, Math.ceil(bytes / BYTES_PER_THREAD));
}
