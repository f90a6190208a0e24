/** Recognises what a guard wrote into a recorded run: refusals in place of results, warnings at the end of results. */
import type { LoopOutcome, Verdict } from "../base/types.ts";
/**
 * Whether an outcome is a guard's refusal, so that the call did not run. `words`: the option `message`, if it is a text.
 * `verdict`: the verdict of the replay's guard.
 */
export declare function isOwnRefusal(outcome: LoopOutcome, words?: string, verdict?: Verdict): boolean;
/** The text of an outcome: of its error, or a result that is a text; else empty. */
export declare function outcomeWords(outcome: LoopOutcome): string;
/** The outcome without what a guard added for the model; see `withMessage`. */
export declare function withoutWarning(outcome: LoopOutcome, words: string | undefined): LoopOutcome;
