import { RunWriter } from "./run-writer.ts";
import type { OpenTraceRun } from "./trace-types.ts";
export declare class TraceRuns {
    #private;
    constructor(name: string, open: OpenTraceRun);
    /** The run with this id, opened where it is not; without an id, the one run of the file. `startedAt`: as `timeOf` reads it. */
    of(id: string | undefined, line: number, startedAt?: unknown): RunWriter;
    /** A run that a line holds all of. Its caller ends it. */
    whole(id: string | undefined, line: number, startedAt?: unknown): RunWriter;
    end(): void;
}
