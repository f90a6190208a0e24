/** Reads an outcome: whether the call failed, whether the failure is transient, and what makes two failures equal. */
import type { LoopOutcome } from "./types.ts";
/** Codes of transient failures, of operating systems and libraries. */
export declare const TRANSIENT_CODES: ReadonlySet<string>;
/**
 * Phrases of transient failures, for errors without a code. Only the first `TRANSIENT_TEXT_MAX` characters are
 * searched.
 */
export declare const TRANSIENT_TEXT: RegExp;
/** A number of a transient failure counts beside its word only: `HTTP/1.1 503`, `"status": 429`, not "order 429". */
export declare const TRANSIENT_NUMBERS: readonly string[];
export declare const NUMBER_WORDS: readonly string[];
export declare const TRANSIENT_TEXT_MAX = 400;
/** Whether a call with this outcome failed. */
export declare function isFailure(outcome: LoopOutcome): boolean;
/**
 * Whether a failure is transient, so that a later attempt may work: a rate limit, a timeout, a fault of the server
 * (5xx).
 */
export declare function isTransient(outcome: LoopOutcome): boolean;
/** Whether the text, of at most `TRANSIENT_TEXT_MAX` characters, says that a failure is transient. */
export declare function isTransientText(text: string): boolean;
/** Equal for equal failures: `status: title`, or the title alone without a status. */
export declare function failureKey(outcome: LoopOutcome): string;
/** The status of a failure: the outcome's, else the one in the error's usual fields, such as `error.code`. */
export declare function failureStatus(outcome: LoopOutcome): number | string | undefined;
/** The title of a failure: the outcome's `errorTitle`, else `errorKey` of its error. */
export declare function failureTitle(outcome: LoopOutcome): string;
/** Equal for equal errors: the error's text, or `comparableText` of an error without one. */
export declare function errorKey(error: unknown): string;
/** The text of a thrown value, for people and models to read. */
export declare function errorText(error: unknown): string;
