import type { LoopOutcome } from "../../types.ts";
/** What is no news in a text. */
export interface NoNews {
    /** Of what a success gives: bits of `VOLATILE_BITS`. */
    readonly results: number;
    /** Of what a failure says. */
    readonly failures: number;
    readonly expressions: (text: string) => string;
}
/** `null`: nothing came back that could be compared. */
export declare function outcomeKey(toolName: string, outcome: LoopOutcome, noNews: NoNews): string | null;
