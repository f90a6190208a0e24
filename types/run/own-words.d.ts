/** What a guard itself wrote into a recorded run: refusals in the place of results, and warnings at the end of results. */
import type { LoopOutcome, Verdict } from "../base/types.ts";
/**
 * Whether an outcome is what a guard said in its place: then the call did not run. `words`: the option `message`, where it
 * is a text. `verdict`: what the guard of the replay says of the call.
 */
export declare function isOwnRefusal(outcome: LoopOutcome, words?: string, verdict?: Verdict): boolean;
/** The text of an outcome: its error's, or a result that is a text; else empty. */
export declare function outcomeWords(outcome: LoopOutcome): string;
/** The outcome without what a guard added for the model; see `withMessage`. */
export declare function withoutWarning(outcome: LoopOutcome, words: string | undefined): LoopOutcome;
