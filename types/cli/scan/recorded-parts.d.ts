/** Sees what a trace leaves out of a run: then a scan that finds nothing says nothing. */
import type { LoopOutcome } from "../../base/types.ts";
import type { TraceCall } from "../../traces/trace-types.ts";
import type { ScannedRun } from "../scan-types.ts";
export declare class RecordedParts {
    #private;
    round(): void;
    call({ unrecorded, arguments: args, at }: TraceCall): void;
    outcome({ result }: LoopOutcome): void;
    /** Without calls there is nothing to time. */
    get isTimed(): boolean;
    /**
     * A tool may take no arguments and return nothing, so one call without both shows nothing of the others; and a run may
     * have ended before the results of its only response came. An error is recorded by spans that record nothing else.
     */
    missing(needsOutcomes: boolean): Pick<ScannedRun, "unrecordedCalls" | "unrecorded">;
}
