import { type ReadTraceOptions } from "../../traces/read-trace.ts";
import type { LoopGuardOptions } from "../../types.ts";
import { ExplainedRun } from "./explained-run.ts";
export type Reading = Pick<ReadTraceOptions, "format" | "fault">;
/** The first run with this id. Throws `Failure` when there is none, with ids that are like it. */
export declare function runById(file: string, id: string, options: LoopGuardOptions, reading: Reading): Promise<ExplainedRun>;
/** The run that wastes the most calls, by the guard that the options make; where none wastes any, the longest. */
export declare function mostWasteful(file: string, options: LoopGuardOptions, reading: Reading): Promise<{
    run: ExplainedRun;
    wasted: number;
}>;
