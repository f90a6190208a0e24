/** Reports which parts of a snapshot were dropped when a run was restored. */
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
/** Whether anything was dropped. */
export declare function hasDropped({ dropped }: RestoreReport): boolean;
