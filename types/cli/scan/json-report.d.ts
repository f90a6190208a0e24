/** Writes a `ScanReport` piece by piece, so that it may be longer than any text. */
import type { ScanError, ScannedRun, ScanTotals } from "../scan-types.ts";
export declare class JsonReport {
    #private;
    constructor(write: (text: string) => Promise<void>);
    runs(runs: readonly ScannedRun[]): Promise<void>;
    end(errors: readonly ScanError[], totals: ScanTotals): Promise<void>;
}
