import { type Columns } from "../../traces/columns.ts";
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
/** Gives whether the table was read to its end. */
export declare function scanParquet(job: ParquetJob): Promise<boolean>;
