/** Replays a recorded run to a guard, and groups its detections into loops. */
import type { LoopOutcome, Verdict } from "../../base/types.ts";
import type { LoopGuard } from "../../guard/loop-guard.ts";
import type { TraceCall } from "../../traces/trace-types.ts";
import type { ScanDetection } from "../scan-types.ts";
import type { TapeListener } from "./run-tape.ts";
/** What the open runs of a thread keep in memory. */
export interface Held {
    loops: number;
    openCalls: number;
}
export declare class LoopFinder implements TapeListener {
    #private;
    /** The latest on a call in a loop. */
    latest: Verdict | undefined;
    /** `held`: shared by the runs of a thread. */
    constructor(guard: LoopGuard, held: Held);
    round(): void;
    turn(): void;
    compacted(): void;
    call(index: number, call: TraceCall, size: number): void;
    outcome(index: number, outcome: LoopOutcome, size: number, at: number | undefined): void;
    /** The loops of the run, in the order in which they began. No event may follow but `close`. */
    end(): ScanDetection[];
    close(): void;
}
