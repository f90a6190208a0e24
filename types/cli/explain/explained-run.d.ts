/** Replays a recorded run to a guard, and records what each of its detectors found about every call. */
import type { LoopOutcome, VerdictAction } from "../../base/types.ts";
import { type LoopGuardOptions } from "../../rules/options.ts";
import type { TraceCall, TraceRun, TraceRunSink } from "../../traces/trace-types.ts";
/** A verdict of the guard about a call. */
export interface CallVerdict {
    /** Before it ran, or about its outcome. */
    when: "before" | "after";
    action: VerdictAction;
    detector: string;
    repeats: number;
    cycleLength: number;
    strikes: number;
    evidence: "strong" | "weak";
    message: string;
}
/** What one detector found about one call. */
export interface Sighting {
    detector: string;
    /** Its index among the detectors of the guard. */
    place: number;
    fired: boolean;
    /** What it has counted, this call included; 0: it does not count this call. */
    count: number;
    /** The count at which it fires. */
    needed: number;
    cycleLength: number;
    strong: boolean;
    /** Why it fired, or stayed silent; calls are numbered from 1, as in all texts for people. */
    why: string;
    /** Index of an earlier call that this detector takes for equal or similar; absent in most sightings. */
    like?: number;
}
export interface ExplainedCall {
    /** From 0. */
    index: number;
    /** Calls of one model response have one number. */
    round: number;
    /** One more each time a user spoke, from 1. */
    turn: number;
    name: string;
    /** Cut short. */
    args: string;
    /** The result or the error, cut short; `null`: none was recorded. */
    outcome: string | null;
    failed: boolean;
    /** Index of the newest earlier call that is equal; `null`: there is none. */
    sameAs: number | null;
    /** Why detectors do not judge it or do not count it, with calls numbered from 1; empty if they do. */
    note: string;
    said: CallVerdict[];
    /** In the order of the guard's detectors. */
    sightings: Sighting[];
}
/** The core says why each detector fired or stayed silent; this class knows which calls of the trace it refers to. */
export declare class ExplainedRun implements TraceRunSink {
    #private;
    readonly id: string;
    readonly line: number;
    readonly calls: ExplainedCall[];
    /** Whether some call has a recorded time. */
    timed: boolean;
    constructor({ id, line }: TraceRun, options: LoopGuardOptions);
    round(): void;
    turn(): void;
    compacted(): void;
    call(call: TraceCall): void;
    outcome(index: number, outcome: LoopOutcome, at?: number): void;
    end(): void;
}
/** The call with this index, as people are told of it: from 1. */
export declare function numbered(index: number): string;
