import type { Exchange, MadeCall } from "./exchanges.ts";
import { type LeftOut } from "./left-out-note.ts";
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
/** What the line at this call's result says was left out earlier. */
export declare function leftOutBefore({ outcome }: MadeCall): LeftOut;
