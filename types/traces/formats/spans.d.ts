/**
 * Turns the spans of a trace into runs. A span is recorded when it ends, so a call may come before the response that
 * requested it: spans are sorted by their start.
 */
import type { LoopCall, LoopOutcome } from "../../base/types.ts";
import { type Fields, type TextPart } from "../../history/fields.ts";
import type { FormatReader, TraceRuns } from "../run-writer.ts";
import type { TraceCall } from "../trace-types.ts";
/** The outcome of the call with this id. */
export interface CallResult {
    id: string | undefined;
    outcome: LoopOutcome;
}
/** A tool call, or a model response. */
export interface Span {
    id: string | undefined;
    parent: string | undefined;
    trace: string | undefined;
    kind: "tool" | "model";
    name: string;
    /** Milliseconds since 1970; 0: unknown. */
    start: number;
    end: number;
    line: number;
    callId?: string | undefined;
    arguments?: unknown;
    outcome?: LoopOutcome | undefined;
    tokens?: number | undefined;
    /** Those of them that were read from a cache. */
    cachedTokens?: number | undefined;
    /** For a response with recorded messages: the calls that it requests, and the results that its request contains. */
    requested?: readonly LoopCall[];
    results?: readonly CallResult[];
    /** What the response says, as far as it is recorded. */
    texts?: readonly TextPart[];
}
/** Collects spans and writes them into runs: one for each conversation or, without one, for each trace. */
export declare class SpanSorter {
    #private;
    constructor(runs: TraceRuns);
    /** Notes that the spans of this trace belong to this conversation. */
    conversation(trace: string | undefined, id: string | undefined): void;
    /** `size`: about how many characters of JSON the span takes. */
    add(span: Span, size: number): void;
    end(): void;
}
/** A reader for values that contain spans, which `read` adds to the sorter. */
export declare function spanReader(runs: TraceRuns, read: (sorter: SpanSorter, value: Fields, line: number, size: number) => void): FormatReader;
/** The name of a span's tool: the first of these that is a name. */
export declare function nameOf(...candidates: unknown[]): string;
/** Replaces arguments that a trace does not contain: such calls must not count as equal. */
export declare function notRecorded(id: string): Pick<TraceCall, "arguments" | "unrecorded">;
/** The outcome of a tool's span, from a plain value or from a LangChain message with the tool's result. */
export declare function spanOutcome(output: unknown, error: unknown): LoopOutcome | undefined;
