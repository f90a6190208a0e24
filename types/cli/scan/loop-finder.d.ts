/** Replays a recorded run to a guard, and groups its detections into loops. */
import type { LoopDetection, LoopOutcome } from "../../base/types.ts";
import type { LoopGuardOptions } from "../../config/guard-options.ts";
import { LoopGuard } from "../../guard/loop-guard.ts";
import type { TraceCall } from "../../traces/trace-types.ts";
import type { Saved, ScanDetection } from "../scan-types.ts";
import { type CallCost } from "./run-costs.ts";
/** What the open runs of a thread keep in memory. */
export interface Held {
    loops: number;
    openCalls: number;
}
export declare class LoopFinder {
    #private;
    /** `held`: shared by the runs of a thread. */
    constructor(guard: LoopGuard, held: Held);
    round(): void;
    turn(): void;
    compacted(): void;
    call(index: number, call: TraceCall, cost: CallCost): void;
    /** Of a call that waits for its outcome. */
    costOf(index: number): CallCost | undefined;
    outcome(index: number, outcome: LoopOutcome, at: number | undefined): void;
    /** The loops of the run, in the order in which they began. No event may follow but `close`. */
    end(): ScanDetection[];
    close(): void;
    /** What would not have run: refused calls, and all after the end that the guard puts to the run. Valid after `end`. */
    saved(): Saved | undefined;
}
/** A guard whose detections have fingerprints that other processes give too. */
export declare function scanGuard(options: LoopGuardOptions): LoopGuard;
/**
 * Equal for the same loop in other runs, files, machines and versions. Of one call, whatever else ran:
 * `fingerprint("no_progress", ["search", fingerprint("search", args)])`; of a cycle, whichever step came first:
 * `fingerprint("cycle", ["edit#1a2b3c4d", "read#5e6f7a8b"])`; of a tool, whatever its arguments:
 * `fingerprint("stall", ["search"])`.
 */
export declare function loopFingerprint(detection: LoopDetection): string;
