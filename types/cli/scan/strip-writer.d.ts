/** The calls of a run, cut short, for the report. */
import type { LoopOutcome } from "../../base/types.ts";
import type { TraceCall } from "../../traces/trace-types.ts";
import type { StripCall } from "../scan-types.ts";
export declare class StripWriter {
    #private;
    readonly calls: StripCall[];
    round(): void;
    call({ name, arguments: args }: TraceCall): void;
    outcome(index: number, outcome: LoopOutcome): void;
}
