import type { LoopDetection, Verdict } from "../base/types.ts";
import type { RestoreReport } from "./restore-report.ts";
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
export declare function publishDetection(detection: LoopDetection, verdict: Verdict, ran: boolean, shadow: boolean): void;
/** Whether `loopguard:error` has subscribers. */
export declare function hearsErrors(): boolean;
/** Gives whether the channel has subscribers. */
export declare function publishError(error: unknown, where: string, toolName?: string): boolean;
export declare function publishRestore(report: RestoreReport, runId: string | undefined): void;
