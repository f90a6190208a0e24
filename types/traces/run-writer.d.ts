/** Writes one run into its sink: puts rounds, turns and tokens where they belong, and numbers the calls. */
import { TranscriptReader, type TranscriptSink } from "../transcript-reader.ts";
import type { LoopCall, LoopOutcome } from "../types.ts";
import type { TraceRunSink } from "./trace-types.ts";
/** Holds the calls of the response that is being read, until something else comes: then their tokens are known. */
export declare class RunWriter implements TranscriptSink {
    #private;
    /** When the calls that follow were asked for, in milliseconds since 1970. */
    at: number | undefined;
    constructor(sink: TraceRunSink);
    /** Takes messages of any of the known kinds. */
    get messages(): TranscriptReader;
    /** How many calls there were. */
    get calls(): number;
    round(): void;
    turn(): void;
    call(call: LoopCall): void;
    /** What the response of this round was billed, all told. */
    billed(tokens: number | undefined): void;
    outcome(index: number, outcome: LoopOutcome): void;
    /** The same for a call whose round may go on: every call of a round is chosen before any of them comes back. */
    outcomeAfterRound(index: number, outcome: LoopOutcome): void;
    end(): void;
}
