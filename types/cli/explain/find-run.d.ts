/** Finds the run of a file that is explained. Files are streamed; only one run is kept in memory. */
import type { LoopGuardOptions } from "../../config/guard-options.ts";
import { type ReadTraceOptions } from "../../traces/read-trace.ts";
import { ExplainedRun } from "./explained-run.ts";
export interface Reading extends Pick<ReadTraceOptions, "format" | "fault"> {
    /** The file's name in messages: the file itself may be a temporary copy of a pipe. */
    name: string;
}
/** The first run with this id. Throws `Failure` when there is none, with ids that are like it. */
export declare function runById(file: string, id: string, options: LoopGuardOptions, reading: Reading): Promise<ExplainedRun>;
/** The run that wastes the most calls, by the guard that the options make; where none wastes any, the longest. */
export declare function mostWasteful(file: string, options: LoopGuardOptions, reading: Reading): Promise<{
    run: ExplainedRun;
    wasted: number;
}>;
