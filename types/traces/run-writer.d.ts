/** Writes one run into its sink: adds rounds and turns, distributes tokens, and numbers the calls. */
import type { LoopOutcome } from "../base/types.ts";
import { TranscriptReader, type TranscriptSink } from "../history/transcript-reader.ts";
import type { TextStream, TraceCall, TraceRunSink } from "./trace-types.ts";
/** Holds the calls of a response back until something else follows, because only then their tokens are known. */
export declare class RunWriter implements TranscriptSink {
    #private;
    /** The time at which the calls that follow were requested, and their outcomes came, in milliseconds since 1970. */
    at: number | undefined;
    constructor(sink: TraceRunSink);
    /** Reads messages of any known provider into this run. */
    get messages(): TranscriptReader;
    /** The number of calls so far. */
    get calls(): number;
    /** What the model said, as `TranscriptSink` has it. `begins`: a new message does, without a round. */
    text(text: string, stream?: TextStream, begins?: boolean): void;
    heard(characters: number): void;
    /** The context was compacted. Before the first call there is nothing to forget. */
    compacted(): void;
    round(): void;
    turn(): void;
    call(call: TraceCall): void;
    /**
     * The total tokens that this round's response was billed for, and how many of them were read from the provider's cache.
     * Values that cannot be a count are ignored.
     */
    billed(tokens: number | undefined, cached?: number): void;
    /** As `billed`, from the usage record of any provider. */
    billedBy(usage: unknown): void;
    outcome(index: number, outcome: LoopOutcome): void;
    /**
     * As `outcome`, but written at the end of the round: the model chose all calls of a round before it saw any outcome. `at`:
     * when it came; `size`: its characters, if they are not those of the outcome.
     */
    outcomeAfterRound(index: number, outcome: LoopOutcome, at?: number, size?: number): void;
    end(): void;
}
