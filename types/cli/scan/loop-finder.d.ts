import type { LoopOutcome } from "../../base/types.ts";
import { LoopGuard } from "../../guard/loop-guard.ts";
import type { LoopGuardOptions } from "../../rules/options.ts";
import type { TraceCall } from "../../traces/trace-types.ts";
import type { Saved, ScanDetection, ScannedRun } from "../scan-types.ts";
/** Characters that make a token: the usual rule of thumb. */
export declare const CHARACTERS_PER_TOKEN = 4;
/** What is known of one call. */
export interface CallCost {
    /** As billed; `undefined`: the trace does not say, and `size` counts. */
    readonly tokens: number | undefined;
    readonly cached: number;
    /** Characters of what came before its response, and was sent to the model once more with it: its share of them. */
    readonly resent: number;
    /** Characters of its arguments, and of its result once that is there. */
    size: number;
}
/**
 * A model reads the whole conversation for each response. Where no usage is recorded, a response is taken to have cost all
 * characters that the trace has of the conversation before it; what the trace leaves out, such as a system prompt or the
 * definitions of tools, is missing.
 */
export declare class RunCosts {
    #private;
    round(): void;
    /** A text of the conversation, of whomever. */
    text(characters: number): void;
    /** What came before is gone, and what takes its place is unknown. */
    compacted(): void;
    call({ arguments: args, tokens, cachedTokens: cached, share, size, }: TraceCall): CallCost;
    /** `size`: of the outcome. `cost`: of its call; `undefined` if nobody knows. */
    outcome(size: number, cost: CallCost | undefined): void;
    /** Tokens of a text that was wasted. */
    wasted(tokens: number): void;
    /** Of the whole run, as they stand in the scan's JSON. */
    total(): Pick<ScannedRun, "tokens" | "cachedTokens" | "resentTokens" | "billed">;
}
/** Characters of a call's arguments: of the text that the model sent, or of their JSON. */
export declare function argumentsSize(args: unknown): number;
export declare function outcomeSize({ result, error }: LoopOutcome): number;
/** What the open runs of a thread keep in memory. */
export interface Held {
    loops: number;
    openCalls: number;
}
export declare class LoopFinder {
    #private;
    /** `held`: shared by the runs of a thread. `onSaved`: takes the index of each call that would not have run. */
    constructor(guard: LoopGuard, held: Held, onSaved?: (index: number) => void);
    round(): void;
    turn(): void;
    compacted(): void;
    call(index: number, call: TraceCall, cost: CallCost): void;
    /** Of a call that waits for its outcome. */
    costOf(index: number): CallCost | undefined;
    outcome(index: number, outcome: LoopOutcome, at: number | undefined): void;
    /** The loops of the run, in the order in which they began. No event may follow but `close`. */
    end(): ScanDetection[];
    close(): void;
    /** What would not have run: refused calls, and all after the end that the guard puts to the run. Valid after `end`. */
    saved(): Saved | undefined;
}
/** A guard whose detections have fingerprints that other processes give too. */
export declare function scanGuard(options: LoopGuardOptions): LoopGuard;
