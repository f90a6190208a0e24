/**
 * The texts about a loop that a model or a log reads. The sentence on what was found comes from the detector's record.
 */
import type { LoopDetection, VerdictAction } from "../base/types.ts";
import type { DetectorType, WarnedFacts } from "./detector-record.ts";
/** What was found, as the warning with a result says it; `undefined`: as the record's `text` does. */
export declare function warnedText(type: DetectorType, tool: string, { span, repeats, failed, strong }: Omit<WarnedFacts, "tool" | "within"> & {
    readonly span: number;
}): string | undefined;
/** Follows the detector's text in a verdict `warn`. */
export declare const WARNING: string;
/** Follows the text of an abort in a host where only the model can end its turn. */
export declare const END_TURN = "End your turn now: say in the response what is done, and what is not.";
/** Follows what was left out of a request, with the result that stays. */
export declare const LEFT_OUT = "These calls were left out: use this result, take a different approach, or answer with what you have.";
/** The text of an abort's error. */
export declare function abortMessage(detection: LoopDetection): string;
/**
 * The text of a verdict: what was found, and what to do now. `last`: the next strike aborts. `passing`: the call failed
 * in a transient way, such as by a rate limit. `warned`: of `warnedText`.
 */
export declare function verdictText(action: VerdictAction, type: DetectorType, detection: string, last: boolean, passing?: boolean, warned?: string): string;
/** Of each further call, in a host that could not end the turn at an abort. */
export declare const TURN_ENDED: string;
/** Matches the start of every detector's text; test/rules/table.once.test.ts checks that. */
export declare const DETECTION_START: RegExp;
/** Each ends with a full stop. */
export declare const WARNINGS: readonly string[];
export declare const REFUSALS: readonly string[];
/** The first four words of each, for a quick check: few other texts contain them. */
export declare const REFUSAL_STARTS: readonly string[];
/** What may follow each of them, in this order. */
export declare const OUR_ENDS: readonly string[];
export declare const REFUSED_FROM_THE_START: readonly string[];
/**
 * Whether a result that a model saw is a refusal, or the error of an abort, that loopguard wrote. A text that quotes one
 * among other words, such as a transcript or the answer of another agent, is a result.
 */
export declare function isRefusalText(text: string): boolean;
/** A result's text without the warnings that loopguard appended. One pass: a result may quote any number of them. */
export declare function withoutWarningText(text: string): string;
