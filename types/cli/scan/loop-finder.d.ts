/** Replays a recorded run to a guard, and groups its detections into loops. */
import type { LoopDetection, LoopOutcome, Verdict, VerdictAction } from "../../base/types.ts";
import { LoopGuard } from "../../guard/loop-guard.ts";
import type { LoopGuardOptions } from "../../rules/options.ts";
import type { TraceCall } from "../../traces/trace-types.ts";
import type { Saved, ScanDetection } from "../scan-types.ts";
import { type CallCost } from "./run-costs.ts";
/** Takes each call that the guard refuses, or after which it ends the run. */
type OnRefused = (index: number, verdict: Verdict, when: "before" | "after") => void;
/** What the open runs of a scan keep in memory. */
export interface Held {
    loops: number;
    openCalls: number;
}
export declare class LoopFinder {
    #private;
    /** `held`: shared by the runs of a scan. `onSaved`: takes the index of each call that would not have run. */
    constructor(guard: LoopGuard, held: Held, onSaved?: (index: number) => void, onRefused?: OnRefused);
    round(): void;
    turn(): void;
    compacted(): void;
    call(index: number, call: TraceCall, cost: CallCost, at: number | undefined): void;
    /** Of a call that waits for its outcome. */
    costOf(index: number): CallCost | undefined;
    outcome(index: number, outcome: LoopOutcome, at: number | undefined): void;
    /** The loops of the run, in the order in which they began. No event may follow but `close`. */
    end(): ScanDetection[];
    close(): void;
    /** What would not have run: refused calls, and all after the end that the guard puts to the run. Valid after `end`. */
    saved(): Saved | undefined;
}
/** A loop has the most severe action, and the message of its most repetitions. */
export declare function foundAgain(loop: ScanDetection, action: VerdictAction, { repeats, message }: LoopDetection): void;
type Own = Pick<ScanDetection, "toolName" | "callIndex" | "pattern" | "fingerprint">;
/** A loop that was just found. The order of the members is that of the output. */
export declare function newLoop(found: LoopDetection, { toolName, callIndex, pattern, fingerprint }: Own): ScanDetection;
/** A guard whose detections have fingerprints that other processes give too. */
export declare function scanGuard(options: LoopGuardOptions): LoopGuard;
export {};
