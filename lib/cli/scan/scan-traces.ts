/** Scans files with several threads, and yields the results in the order of the files and their lines. */
import type { TraceFile } from "../trace-files.ts";
import type { ScanSettings } from "./job-scanner.ts";
import { MissingColumns } from "./scan-remarks.ts";
import { emptyPart, jobsOf, type ScanJob, type ScanPart } from "./scan-job.ts";
import { ScanPool } from "./scan-pool.ts";

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
