/** Metrics that count the messages on the diagnostics channels. */
import { type Meter, type Span } from "@opentelemetry/api";
import type { LoopGuardStats } from "../base/types.ts";
import { type DetectionMessage, type ErrorMessage, type RecoveryMessage } from "../rules/diagnostics.ts";
/** OpenTelemetry's names for generative AI, else `tool_loop.*`. Written out, since the constants for those are not stable. */
export declare const Name: {
    readonly toolName: "gen_ai.tool.name";
    readonly callId: "gen_ai.tool.call.id";
    readonly conversationId: "gen_ai.conversation.id";
    readonly errorType: "error.type";
    readonly detected: "tool_loop.detected";
    readonly action: "tool_loop.action";
    readonly detector: "tool_loop.detector";
    readonly repeats: "tool_loop.repeats";
    readonly cycleLength: "tool_loop.cycle_length";
    readonly evidence: "tool_loop.evidence";
    readonly strikes: "tool_loop.strikes";
    readonly fingerprint: "tool_loop.fingerprint";
    readonly shadow: "tool_loop.shadow";
    readonly where: "tool_loop.where";
    readonly rung: "tool_loop.rung";
    readonly outcome: "tool_loop.outcome";
    readonly guard: "tool_loop.guard";
};
/** Limits the names that get a series of their own: a model can make up any number of tool names. */
export declare class KnownNames {
    #private;
    /** `known`: how many names are kept, first come, first served; or the list of names that are kept. */
    constructor(known: number | readonly string[]);
    of(name: string): string;
}
export declare class MarkedSpans {
    #private;
    /** Keeps the most severe detection, the last of equal ones. Tool and conversation that the span already names stay. */
    mark(span: Span, message: DetectionMessage): void;
}
/** A `LoopGuard`, or one run of it. */
export interface ObservedGuard {
    stats(): LoopGuardStats;
}
/** Guards by name; `undefined`: the guard is gone, and is removed at the next collection. */
export type ObservedGuards = Map<string, ObservedGuard | undefined>;
/** Observes `guards` until the returned function is called. Closed guards are removed. */
export declare function observeGuards(meter: Meter, guards: ObservedGuards): () => void;
export declare class LoopMetrics {
    #private;
    constructor(meter: Meter, toolNames: KnownNames, errorTypes: KnownNames);
    detection({ detection, verdict, ran, shadow }: DetectionMessage): void;
    recovery({ recovery: { rung, outcome, detection } }: RecoveryMessage): void;
    error({ error, where }: ErrorMessage): void;
}
