/** Writes a `ScanReport` piece by piece: it may be longer than the longest string. */
import type { ScanError, ScannedRun, ScanTotals } from "../scan-types.ts";
export declare class JsonReport {
    #private;
    constructor(write: (text: string) => Promise<void>);
    runs(runs: readonly ScannedRun[]): Promise<void>;
    end(errors: readonly ScanError[], totals: ScanTotals): Promise<void>;
}
