import { RunWriter } from "./run-writer.ts";
import type { OpenTraceRun } from "./trace-types.ts";
export declare class TraceRuns {
    #private;
    /** Whether what belongs to a run follows each other. */
    readonly sorted: boolean;
    /** `sorted`: a run ends when another begins. */
    constructor(name: string, open: OpenTraceRun, sorted?: boolean);
    /** Whether any run had a call; valid when all have ended. */
    get called(): boolean;
    /**
     * The run with this id, or the file's only run without one; opens it if needed. `startedAt`: in milliseconds since 1970.
     */
    of(id: string | undefined, line: number, startedAt?: number): RunWriter;
    /** Opens a run that one line contains completely. The caller ends it. */
    whole(id: string | undefined, line: number, startedAt?: number): RunWriter;
    end(): void;
}
