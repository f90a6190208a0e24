/** Reads an outcome: did the call fail, is the failure a passing one, and what makes two failures the same. */
import type { LoopOutcome } from "../base/types.ts";
/** How failures that pass by themselves put it when there is no code. Looked for in the first words only. */
export declare const TRANSIENT_TEXT: RegExp;
export declare const TRANSIENT_TEXT_MAX = 400;
/** Whether a call with this outcome failed. */
export declare function isFailure(outcome: LoopOutcome): boolean;
/** Whether a failure is one that is worth a later attempt: a rate limit, a timeout, a server's own fault. */
export declare function isTransient(outcome: LoopOutcome): boolean;
/** What makes two failures the same: the status and the title, or else the error's text. */
export declare function failureKey(outcome: LoopOutcome): string;
/** The status of a failure, from the outcome or from the error's usual places. */
export declare function failureStatus(outcome: LoopOutcome): number | string | undefined;
/** The title of a failure: the one given, else what makes its error the same as another. */
export declare function failureTitle(outcome: LoopOutcome): string;
/** What makes two errors the same: their text, or of what has none all that there is to say. */
export declare function errorKey(error: unknown): string;
/** The text of whatever was thrown, to be read. */
export declare function errorText(error: unknown): string;
