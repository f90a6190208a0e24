/** Messages on `node:diagnostics_channel`. */
import type { LoopDetection, LoopRecovery, Verdict } from "../base/types.ts";
import type { CoreRestoreReport } from "../core/types.ts";
/** What a restored run lacks of its snapshot, because the guard's detectors or policies have changed since. */
export interface RestoreReport {
    /** The same detectors with the same parameters, in the same order. Ladders and messages may differ. */
    readonly sameOptions: boolean;
    readonly dropped: {
        /** Loops, with their strikes, of detectors that the guard no longer has. */
        readonly loops: number;
        /** Armed patterns of such detectors: the next call could have continued them. */
        readonly armed: number;
        /** Detections by such detectors of calls that were in progress. */
        readonly detections: number;
        /** Completed calls that no detector looks back on any more, oldest first. */
        readonly observations: number;
        /** Counted calls beyond `maxEntries`, least recently used first. */
        readonly counts: number;
        /**
         * Policies, which no tool has any more, of calls that were in progress; such a call continues under the default
         * policy.
         */
        readonly policies: number;
    };
}
/** The report for several runs together: the sums. */
export declare function restoreReport(runs: readonly CoreRestoreReport[]): RestoreReport;
/** A message on `loopguard:detection`. It may come from another version of the package in the same process. */
export interface DetectionMessage {
    detection: LoopDetection;
    verdict: Verdict;
    runId?: string;
    /** The call had already run when the loop was found: its result stands, and a refusal acts as a warning. */
    ran?: true;
    /** The guard is in shadow mode: the verdict is not acted on. */
    shadow?: true;
}
/** A message on `loopguard:error`: something failed inside the guard, which allowed the call. */
export interface ErrorMessage {
    error: unknown;
    /** What failed, such as `"before"` or `"onDetection"`. */
    where: string;
    toolName?: string;
}
/** A message on `loopguard:restore`: a run was restored under other options than those of its snapshot. */
export interface RestoreMessage {
    report: RestoreReport;
    runId?: string;
}
/** A message on `loopguard:recovery`: what was done to a request, and, in a second message, what became of it. */
export interface RecoveryMessage {
    recovery: LoopRecovery;
    runId?: string;
}
export declare function publishDetection(detection: LoopDetection, verdict: Verdict, ran: boolean, shadow: boolean): void;
/** Whether `loopguard:error` has subscribers. */
export declare function hearsErrors(): boolean;
/** Gives whether the channel has subscribers. */
export declare function publishError(error: unknown, where: string, toolName?: string): boolean;
/** Publishes a report that says anything; gives whether it does. */
export declare function publishRestore(report: RestoreReport, runId?: string): boolean;
export declare function publishRecovery(recovery: LoopRecovery): void;
/** Codes of warnings; `NODE_NO_WARNINGS=1` turns them off, as it does those of Node.js. */
type MisuseCode = `LOOPGUARD_${"AWAIT" | "CALL" | "DECISION" | "FAILED" | "HIDDEN" | "MESSAGES" | "OUTCOME" | "NO_AFTER" | "NO_COST" | "NO_USAGE" | "REFUSED" | "RETURN" | "SCOPE" | "STORE" | "USAGE" | "VERSION"}`;
/** Tells it once for `owner`, a guard or what stands for it. Where there is no process, nobody can hear it. */
export declare function tellMisuse(owner: object, code: MisuseCode, text: string): void;
/**
 * Publishes the errors of one guard's functions, once for each function: one fix is needed, however often it is called.
 */
export declare class CallbackErrors {
    #private;
    /** `where`: the option that the function was given for; the same function may be given for several. */
    tell(callback: object, error: unknown, where: string, toolName?: string): void;
}
/** What an error says, or what was thrown in place of one. */
export declare function whyOf(error: unknown): string;
/** The error for a function that returned a wrong value. If that is a promise, its rejection is handled and dropped. */
export declare function wrongReturn(what: string, wanted: string, given: unknown): TypeError;
/** Calls `tell` with what `given` rejects with, if it is a promise, or with why it cannot be awaited. */
export declare function whenRejected(given: unknown, tell: (error: unknown) => void): void;
export {};
