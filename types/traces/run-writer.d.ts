/** Writes one run into its sink: adds rounds and turns, distributes tokens, and numbers the calls. */
import type { LoopCall, LoopOutcome } from "../base/types.ts";
import { TranscriptReader, type TranscriptSink } from "../history/transcript-reader.ts";
import type { TraceRunSink } from "./trace-types.ts";
/** Holds the calls of a response back until something else follows, because only then their tokens are known. */
export declare class RunWriter implements TranscriptSink {
    #private;
    /** The time at which the calls that follow were requested, in milliseconds since 1970. */
    at: number | undefined;
    constructor(sink: TraceRunSink);
    /** Reads messages of any known provider into this run. */
    get messages(): TranscriptReader;
    /** The number of calls so far. */
    get calls(): number;
    round(): void;
    turn(): void;
    call(call: LoopCall): void;
    /** The total tokens that this round's response was billed for. Values that cannot be a count are ignored. */
    billed(tokens: number | undefined): void;
    outcome(index: number, outcome: LoopOutcome): void;
    /**
     * As `outcome`, but written at the end of the round: the model chose all calls of a round before it saw any outcome.
     */
    outcomeAfterRound(index: number, outcome: LoopOutcome): void;
    end(): void;
}
