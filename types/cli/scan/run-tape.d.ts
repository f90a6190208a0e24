/** The events of a run, kept until it is known whether a guard has to see them. */
import type { TraceCall } from "../../traces/trace-types.ts";
import type { LoopOutcome } from "../../types.ts";
/** What takes the events again. */
export interface TapeListener {
    round(): void;
    turn(): void;
    call(index: number, call: TraceCall, size: number): void;
    outcome(index: number, outcome: LoopOutcome, size: number): void;
}
/** Events in parallel arrays, so that one more costs no object. */
export declare class RunTape {
    #private;
    readonly calls: TraceCall[];
    /** Hashes of the calls: equal calls have equal ones. */
    readonly hashes: number[];
    /** Numbers of the rounds that the calls are of. */
    readonly rounds: number[];
    /** In their order. */
    readonly outcomes: LoopOutcome[];
    /** By outcome: the index of its call. */
    readonly answered: number[];
    round(): void;
    turn(): void;
    call(call: TraceCall, hash: number, size: number): void;
    outcome(index: number, outcome: LoopOutcome, size: number): void;
    /** The size of the outcome at `place` of `outcomes`. */
    sizeAt(place: number): number;
    play(listener: TapeListener): void;
}
