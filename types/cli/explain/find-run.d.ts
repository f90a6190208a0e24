/** Finds the run that is explained, in a file or a folder. Files are streamed; only one run is kept in memory. */
import type { LoopGuardOptions } from "../../rules/options.ts";
import { type ReadTraceOptions } from "../../traces/read-trace.ts";
import type { ScannedRun } from "../scan-types.ts";
import { ExplainedRun } from "./explained-run.ts";
export interface SearchedFile extends Pick<ReadTraceOptions, "format" | "fault"> {
    path: string;
    /** The file's name in messages: the file itself may be a temporary copy of a pipe. */
    name: string;
}
interface Candidate {
    file: SearchedFile;
    /** What `scan` says of it. */
    scanned: ScannedRun;
}
interface FoundRun extends Candidate {
    run: ExplainedRun;
    /** How many runs have the id that was asked for. */
    namesakes: number;
}
/**
 * The run with this id; of several, such as `session.jsonl` of each folder, and without an id of all runs, the one that wastes
 * the most calls by the guard that the options make; where none wastes any, the longest. Throws `Failure` when there is none,
 * with ids that are like it. `name`: of the file, or of the folder with the files.
 */
export declare function findRun(name: string, files: readonly SearchedFile[], id: string | undefined, options: LoopGuardOptions): Promise<FoundRun>;
export {};
