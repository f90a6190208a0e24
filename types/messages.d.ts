/** Every text that a model or a log reads about a loop. */
import type { DetectorType } from "./core/types.ts";
import type { VerdictAction } from "./types.ts";
/** What a text is made from. */
export interface LoopFacts {
    readonly type: DetectorType;
    readonly tool: string;
    /** What was counted. */
    readonly repeats: number;
    /** What it was compared with. */
    readonly threshold: number;
    /** The tool names of one block, oldest first. */
    readonly names: readonly string[];
    readonly waitMs: number;
    /** For how long the result has been the same; 0: that is not what the loop was judged by. */
    readonly waitedMs: number;
}
/** What was found, in one sentence or two. */
export declare function detectionText(facts: LoopFacts): string;
/** Follows the text of an abort where nobody but the model can end its turn. */
export declare const END_TURN = "End your turn now: say in the response what is done, and what is not.";
/** The text of a verdict, from the detection's. `last`: the next strike aborts. `passing`: so is what the call failed by. */
export declare function verdictText(action: VerdictAction, type: DetectorType, detection: string, last: boolean, passing?: boolean): string;
/** Whether a text that a model was shown as a result is a refusal, or the error of an abort, in our own words. */
export declare function isRefusalText(text: string): boolean;
/** A result's text without the warnings in our own words that were added to its end. */
export declare function withoutWarningText(text: string): string;
