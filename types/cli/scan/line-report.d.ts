/** Writes `scan --ndjson`: a line for each loop, as soon as its run has ended. */
import type { ScannedRun } from "../scan-types.ts";
export declare class LineReport {
    #private;
    constructor(write: (text: string) => Promise<void>);
    runs(runs: readonly ScannedRun[]): Promise<void>;
}
