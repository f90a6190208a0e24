/** What a restored run has not of its snapshot. */
import type { CoreRestoreReport } from "../core/types.ts";
/** What was taken over from a snapshot, and what was not, because the detectors or the policies are others. */
export interface RestoreReport {
    /** The same detectors with the same parameters, in the same order. Ladders and messages may differ. */
    readonly sameOptions: boolean;
    readonly dropped: {
        /** Loops with their strikes, of detectors that are not there any more. */
        readonly loops: number;
        /** Patterns of such detectors that the next call might have gone on with. */
        readonly armed: number;
        /** What such detectors said of calls that were under way. */
        readonly detections: number;
        /** Completed calls beyond what the detectors look back on, oldest first. */
        readonly observations: number;
        /** Counted calls beyond `maxEntries`, longest unused first. */
        readonly counts: number;
        /** Policies of calls that were under way, which no tool has any more; such a call goes on under the default one. */
        readonly policies: number;
    };
}
/** Several runs together. */
export declare function restoreReport(runs: readonly CoreRestoreReport[]): RestoreReport;
/** Whether anything is missing. */
export declare function hasDropped({ dropped }: RestoreReport): boolean;
