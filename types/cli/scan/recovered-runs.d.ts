/** What `--what-if recover` says of a scan, in words. */
import type { ScannedRun, ScanTotals } from "../scan-types.ts";
export declare class RecoveredRuns {
    #private;
    /** `max`: of how many runs each request is told. */
    constructor(max: number);
    add({ id, recoveries }: ScannedRun): void;
    /** Nothing if nobody asked. */
    text(totals: ScanTotals, asked: "recover" | undefined): string;
}
