/**
 * Spans of a trace as runs. They are written when they end, so a call may come before the response that asked for it:
 * they are put in the order in which they began.
 */
import { type Fields } from "../../transcript-reader.ts";
import type { LoopOutcome } from "../../types.ts";
import type { TraceRuns } from "../trace-runs.ts";
/** A call of a tool, or a response of the model. */
export interface Span {
    id: string | undefined;
    parent: string | undefined;
    trace: string | undefined;
    kind: "tool" | "model";
    name: string;
    /** In milliseconds since 1970. */
    start: number;
    end: number;
    line: number;
    callId?: string | undefined;
    arguments?: unknown;
    outcome?: LoopOutcome | undefined;
    tokens?: number | undefined;
}
/** Collects spans and writes them into runs: one for each conversation, else for each trace. */
export declare class SpanSorter {
    #private;
    constructor(runs: TraceRuns);
    /** The spans of this trace belong to this conversation. */
    conversation(trace: string | undefined, id: string | undefined): void;
    /** `size`: about how many characters it was written in. */
    add(span: Span, size: number): void;
    end(): void;
}
/** Stands for arguments that a trace does not tell: calls are not the same because nothing is known of them. */
export declare function notRecorded(id: string): Fields;
/** What came back for a tool's span: a plain value, or a message of LangChain with the tool's word in it. */
export declare function spanOutcome(output: unknown, error: unknown): LoopOutcome | undefined;
