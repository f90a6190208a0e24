/** Leads a guard through a recorded run, and writes down what each of its detectors makes of every call. */
import type { TraceCall, TraceRun, TraceRunSink } from "../../traces/trace-types.ts";
import type { LoopGuardOptions, LoopOutcome, VerdictAction } from "../../types.ts";
import { type Sighting } from "./observation.ts";
/** What the guard itself said of a call. */
export interface SaidOfCall {
    /** Before it ran, or of what came back. */
    when: "before" | "after";
    action: VerdictAction;
    detector: string;
    repeats: number;
    cycleLength: number;
    strikes: number;
    evidence: "strong" | "weak";
    message: string;
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
    /** What came back, cut short; `null`: nothing. */
    outcome: string | null;
    failed: boolean;
    /** The newest earlier call that is the same; `null`: there is none. */
    sameAs: number | null;
    /** What keeps detectors from looking at it, or from counting it; empty: nothing. */
    note: string;
    said: SaidOfCall[];
    /** In the order of the guard's detectors. */
    sightings: Sighting[];
}
export declare class ExplainedRun implements TraceRunSink {
    #private;
    readonly id: string;
    readonly line: number;
    readonly calls: ExplainedCall[];
    constructor({ id, line }: TraceRun, options: LoopGuardOptions);
    round(): void;
    turn(): void;
    call(call: TraceCall): void;
    outcome(index: number, outcome: LoopOutcome): void;
    end(): void;
}
