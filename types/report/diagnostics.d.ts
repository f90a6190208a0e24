import type { LoopDetection, Verdict } from "../base/types.ts";
import type { RestoreReport } from "./restore-report.ts";
/** A message on `loopguard:detection`. */
export interface DetectionMessage {
    detection: LoopDetection;
    verdict: Verdict;
    runId?: string;
    /** The call had run when the loop was found: its result stands, and a refusal is only a warning of the next. */
    ran?: true;
    /** The guard is in shadow: nobody acts on the verdict. */
    shadow?: true;
}
/** A message on `loopguard:error`: something went wrong inside, and the guard let the call pass. */
export interface ErrorMessage {
    error: unknown;
    /** What was being done, such as `"before"` or `"onDetection"`. */
    where: string;
    toolName?: string;
}
/** A message on `loopguard:restore`: a run was restored under other options than those of its snapshot. */
export interface RestoreMessage {
    report: RestoreReport;
    runId?: string;
}
export declare function publishDetection(detection: LoopDetection, verdict: Verdict, ran: boolean, shadow: boolean): void;
/** Whether anybody would hear of an error. */
export declare function hearsErrors(): boolean;
/** Whether anybody listened. */
export declare function publishError(error: unknown, where: string, toolName?: string): boolean;
export declare function publishRestore(report: RestoreReport, runId: string | undefined): void;
