/** Leads a guard through a recorded run, and gathers what it says into loops. */
import { LoopGuard } from "../../loop-guard.ts";
import type { TraceCall } from "../../traces/trace-types.ts";
import type { LoopOutcome } from "../../types.ts";
import type { ScanDetection } from "../scan-types.ts";
import type { TapeListener } from "./run-tape.ts";
export declare class LoopFinder implements TapeListener {
    #private;
    constructor(guard: LoopGuard);
    round(): void;
    turn(): void;
    call(index: number, call: TraceCall, size: number): void;
    outcome(index: number, outcome: LoopOutcome, size: number): void;
    /** The loops of the run, in the order in which they were seen. Nothing may come after it. */
    end(): ScanDetection[];
}
