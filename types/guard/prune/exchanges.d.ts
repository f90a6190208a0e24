import type { LoopOutcome } from "../../base/types.ts";
/** A call, and where its result is: which result of which message. */
export interface MadeCall {
    readonly name: string;
    /** Equal for equal calls. */
    readonly key: string;
    outcome?: LoopOutcome;
    answer?: {
        readonly message: number;
        readonly place: number;
    };
}
export interface Exchange {
    /** Its messages: from `from` to before `to`. */
    readonly from: number;
    to: number;
    readonly calls: MadeCall[];
    /** What the model said to its user with the calls. */
    readonly texts: string[];
    /** Whether a request without it is valid: all calls are answered, and nothing else is in its messages. */
    whole: boolean;
    /** Exchanges with one number follow each other directly: no user spoke between them. */
    readonly section: number;
    answering: boolean;
}
/** The exchanges of a conversation, in order; messages that are in none of them stand between sections. */
export declare function readExchanges(messages: readonly unknown[]): Exchange[];
export interface Streak {
    readonly name: string;
    /** Of those that ran. */
    result: string | undefined;
    /** Of its first and its last occurrence, among the calls of the section. */
    readonly start: number;
    end: number;
    readonly ran: MadeCall[];
    /** A guard refused them: they gave no result. */
    readonly refused: Set<MadeCall>;
}
/**
 * The calls that repeat a streak of the loop, each with its streak: all but the first and the last that ran. The loop is the
 * calls of these names, and what repeats between them. `takes`: whether a result has a place for the line that replaces them.
 */
export declare function findRepeated(exchanges: readonly Exchange[], names: readonly string[], takes: (call: MadeCall) => boolean): Map<MadeCall, Streak>;
