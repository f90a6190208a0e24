/** What a recorded run cost: tokens as billed, or estimated from the characters that were sent. */
import type { LoopOutcome } from "../../base/types.ts";
import type { TraceCall } from "../../traces/trace-types.ts";
import type { ScannedRun } from "../scan-types.ts";
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
