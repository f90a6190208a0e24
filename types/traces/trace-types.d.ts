/** What a reader of recorded runs produces, for any format. */
import type { LoopCall, LoopOutcome, TextOptions } from "../base/types.ts";
/** What a text is: an answer, or what the model thought before it. */
export type TextStream = NonNullable<TextOptions["kind"]>;
/** A call of a recorded run. `arguments` is the parsed value, or the raw text that the model sent. */
export interface TraceCall extends LoopCall {
    /** The call's equal share of the tokens that its response was billed for, if the trace records them. */
    tokens?: number;
    /** Those of them that the provider read from its cache; absent if none, or if the trace does not tell. */
    cachedTokens?: number;
    /** The call's part of its response, if no tokens are recorded and there are further calls in it. */
    share?: number;
    /** Characters of its arguments, where the trace has only a digest or the beginning of them. */
    size?: number;
    /** The trace has neither its arguments nor its result, so that it cannot be told from other calls. */
    unrecorded?: boolean;
    /** When the model requested it, in milliseconds since 1970, if the trace records it. */
    at?: number;
}
/** What is known about a run when it begins. */
export interface TraceRun {
    /** The id in the trace; without one the file's name, with a number if the file contains several runs. */
    id: string;
    /** The line of the file at which it begins, from 1. */
    line: number;
    startedAt?: number;
}
/**
 * Receives the events of one run, in order. The reader keeps only what it needs to pair results with calls (digests and
 * small numbers), so a run of any length needs no more memory than its longest line.
 */
export interface TraceRunSink {
    /** Begins a round: the model requested the calls that follow together. */
    round(): void;
    /** Begins a turn: a user spoke. */
    turn(): void;
    /** The next call; the first of a run has index 0. */
    call(call: TraceCall): void;
    /**
     * The outcome of the call with this index; at most once for each call, and never for a call without an outcome. `at`: when
     * it came, in milliseconds since 1970, if the trace records it. `size`: its characters, where the trace has only a digest.
     */
    outcome(index: number, outcome: LoopOutcome, at?: number, size?: number): void;
    /**
     * A part of what the model said in its message with this number, from 0; parts of one message follow each other. Only for
     * formats that have it; the reader keeps none of it.
     */
    text?(text: string, message: number, stream: TextStream): void;
    /** A text of the conversation that is not the model's: a user's, or a system prompt. Only for formats that have it. */
    heard?(characters: number): void;
    /**
     * A message of the conversation, as a model is sent it, after the outcomes that it has. `calls`: those of the run up to it, of
     * which some may not have been told yet. Only for formats that have messages.
     */
    message?(message: object, calls: number): void;
    /** The context was compacted: the model forgot what it read. Only for formats that have it. */
    compacted?(): void;
    /** The run is complete. */
    end(): void;
}
/** Called for every run of a file; several runs may be open at the same time. */
export type OpenTraceRun = (run: TraceRun) => TraceRunSink;
/** A line, or a whole file, that could not be read. Reading continues with the next one. */
export interface TraceFault {
    /** From 1; 0: the whole file. */
    line: number;
    reason: string;
}
