import type { LoopDetection, Verdict } from "./types.ts";
/** A message on `loopguard:detection`. */
export interface DetectionMessage {
    detection: LoopDetection;
    verdict: Verdict;
    runId?: string;
}
/** A message on `loopguard:error`: something went wrong inside, and the guard let the call pass. */
export interface ErrorMessage {
    error: unknown;
    /** What was being done, such as `"before"` or `"onDetection"`. */
    where: string;
    toolName?: string;
}
export declare function publishDetection(detection: LoopDetection, verdict: Verdict): void;
export declare function publishError(error: unknown, where: string, toolName?: string): void;
