/** Scans Parquet files, all of which are one table: a run may have rows in several of them. Loaded only if there are any. */
import { basename } from "node:path";
import { COLUMN_FIELDS, type Columns } from "../../traces/columns.ts";
import { openParquet, type ParquetTable } from "../../traces/parquet/parquet-table.ts";
import type { PackedRow } from "../../traces/parquet/row-query.ts";
import { shownName } from "../../traces/trace-bytes.ts";
import { TraceReader } from "../../traces/trace-reader.ts";
import type { TraceFault, TraceRun, TraceRunSink } from "../../traces/trace-types.ts";
import type { TraceFile } from "../trace-files.ts";

export interface ParquetJob {
  files: readonly TraceFile[];
  columns: Columns | undefined;
  /** Rows of a run follow each other, in order of time: DuckDB does not sort them. */
  sorted: boolean;
  threads: number;
  /** For the sort, as DuckDB has it; past it, DuckDB sorts on disk. */
  memory: string | undefined;
  open(run: TraceRun, file: string): TraceRunSink;
  fault(file: string, fault: TraceFault): void;
  /** So many bytes of so many in all are done. */
  step(done: number, bytes: number): Promise<void>;
}

/** The table names its values by their fields. */
const BY_FIELD = Object.fromEntries(COLUMN_FIELDS.map((field) => [field, field])) as Columns;

/** Gives whether the table was read to its end. */
export async function scanParquet(job: ParquetJob): Promise<boolean> {
  const patterns = job.files.map(({ path, parquet }) => parquet ?? path);
  const name = shownName(job.files[0]?.path ?? "");
  const whole = patterns.length === 1 ? name : `${name} and ${patterns.length - 1} more`;
  let table: ParquetTable | undefined;
  let row: PackedRow | undefined;
  const file = (): string => (row === undefined || table === undefined ? whole : shownName(table.file(row)));
  const reader = new TraceReader(basename(name), {
    columns: BY_FIELD,
    sorted: true,
    open: (run) => job.open(run, file()),
    fault: (fault) => job.fault(file(), fault),
  });
  try {
    table = await openParquet(patterns, job);
    for await (const { done, rows } of table.steps()) {
      for (row of rows) reader.row(row.fields, row.line, row.size);
      await job.step(done * table.bytes, table.bytes);
    }
    return true;
  } catch (error) {
    job.fault(whole, { line: 0, reason: (error as Error).message });
    return false;
  } finally {
    reader.end();
    table?.close();
  }
}
