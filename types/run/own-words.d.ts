import type { LoopOutcome, Verdict } from "../base/types.ts";
/**
 * Whether an outcome is a guard's refusal, so that the call did not run. `words`: the option `message`, if it is a text.
 * `verdict`: the verdict of the replay's guard.
 */
export declare function isOwnRefusal(outcome: LoopOutcome, words?: string, verdict?: Verdict): boolean;
/** Whether another guard, nearer to the tool, refused the call in progress: it did not run, and nothing came back. */
export declare function isRefusalOf({ result, error }: LoopOutcome): boolean;
/** The text of an outcome: of its error, or a result that is a text or an object that says it is an error; else empty. */
export declare function outcomeWords(outcome: LoopOutcome): string;
/** As `withoutWarning`, or the outcome itself where it cannot be read, which who reads it next says. `message`: the option. */
export declare function bareOutcome(outcome: LoopOutcome, message: unknown): LoopOutcome;
/** The outcome without what a guard added for the model, the outcome itself if there is nothing; see `withMessage`. */
export declare function withoutWarning(outcome: LoopOutcome, words: string | undefined): LoopOutcome;
