/** The events of a run, kept until it is known whether a guard has to see them. */
import type { LoopOutcome } from "../../base/types.ts";
import type { TraceCall } from "../../traces/trace-types.ts";
/** Characters that a call or an outcome on a tape takes besides its own. */
export declare const EVENT_SIZE = 400;
/** Receives the events when the tape is played. */
export interface TapeListener {
    round(): void;
    turn(): void;
    compacted(): void;
    call(index: number, call: TraceCall, size: number): void;
    outcome(index: number, outcome: LoopOutcome, size: number, at: number | undefined): void;
}
/** Events in parallel arrays, so that one more costs no object. */
export declare class RunTape {
    #private;
    readonly calls: TraceCall[];
    /** Equal calls have equal hashes. */
    readonly hashes: number[];
    /** The highest number of equal calls. */
    mostEqual: number;
    /** Whether a round contains equal calls. */
    hasSiblings: boolean;
    /** Whether some call's arguments are not JSON: such a call is judged, and has failed, without reaching a tool. */
    hasInvalid: boolean;
    /** In the order in which they came. */
    readonly outcomes: LoopOutcome[];
    /** For each outcome the index of its call. */
    readonly answered: number[];
    round(): void;
    turn(): void;
    compacted(): void;
    call(call: TraceCall, hash: number, size: number, valid: boolean): void;
    outcome(index: number, outcome: LoopOutcome, size: number, at: number | undefined): void;
    play(listener: TapeListener): void;
}
