import { RunWriter } from "./run-writer.ts";
import type { OpenTraceRun } from "./trace-types.ts";
export declare class TraceRuns {
    #private;
    constructor(name: string, open: OpenTraceRun);
    /** Whether any run had a call; valid when all have ended. */
    get called(): boolean;
    /**
     * The run with this id, or the file's only run without one; opens it if needed. `startedAt`: any time that `timeOf`
     * reads.
     */
    of(id: string | undefined, line: number, startedAt?: unknown): RunWriter;
    /** Opens a run that one line contains completely. The caller ends it. */
    whole(id: string | undefined, line: number, startedAt?: unknown): RunWriter;
    end(): void;
}
