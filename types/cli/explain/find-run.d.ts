import type { LoopGuardOptions } from "../../rules/options.ts";
import { type ReadTraceOptions } from "../../traces/read-trace.ts";
import type { ScannedRun } from "../scan-types.ts";
import { ExplainedRun } from "./explained-run.ts";
export interface Reading extends Pick<ReadTraceOptions, "format" | "fault"> {
    /** The file's name in messages: the file itself may be a temporary copy of a pipe. */
    name: string;
}
/** The files in which a run is looked for: one, or all of a folder. */
export interface Searched {
    name: string;
    files: readonly {
        path: string;
        reading: Reading;
    }[];
}
export interface FoundRun {
    run: ExplainedRun;
    /** What `scan` says of it. */
    scanned: ScannedRun;
    reading: Reading;
}
/**
 * The run with this id; of several, such as `session.jsonl` of each folder, the one that wastes the most calls. Throws
 * `Failure` when there is none, with ids that are like it.
 */
export declare function runById(searched: Searched, id: string, options: LoopGuardOptions): Promise<FoundRun & {
    namesakes: number;
}>;
/** The run that wastes the most calls, by the guard that the options make; where none wastes any, the longest. */
export declare function mostWasteful(searched: Searched, options: LoopGuardOptions): Promise<FoundRun & {
    wasted: number;
}>;
