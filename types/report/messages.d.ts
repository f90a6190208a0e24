/** The texts that a model or a log reads about a loop, around what each detector says of its own. */
import type { VerdictAction } from "../base/types.ts";
import type { DetectorType } from "../detectors/options.ts";
import type { LoopFacts } from "../detectors/record.ts";
export type { LoopFacts } from "../detectors/record.ts";
/** What was found, in one sentence or two. */
export declare function detectionText(facts: LoopFacts): string;
/** Follows the text of an abort where nobody but the model can end its turn. */
export declare const END_TURN = "End your turn now: say in the response what is done, and what is not.";
/** Ends the text of an abort's error. */
export declare const ABORTED = "- aborting to prevent a loop";
/** The text of a verdict, from the detection's. `last`: the next strike aborts. `passing`: so is what the call failed by. */
export declare function verdictText(action: VerdictAction, type: DetectorType, detection: string, last: boolean, passing?: boolean): string;
/** Whether a text that a model was shown as a result is a refusal, or the error of an abort, in our own words. */
export declare function isRefusalText(text: string): boolean;
/** A result's text without the warnings in our own words that were added to its end. */
export declare function withoutWarningText(text: string): string;
