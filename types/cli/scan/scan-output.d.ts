/** A scan written while it goes on, since it may be larger than the memory: JSON, a line for each loop, the page. */
import type { PageReport } from "../report/page-data.ts";
import type { ReportRun, ScanError, ScannedRun, ScanTotals } from "../scan-types.ts";
export declare class JsonReport {
    #private;
    constructor(write: (text: string) => Promise<void>);
    runs(runs: readonly ScannedRun[]): Promise<void>;
    end(errors: readonly ScanError[], totals: ScanTotals): Promise<void>;
}
export declare class LineReport {
    #private;
    constructor(write: (text: string) => Promise<void>);
    runs(runs: readonly ScannedRun[]): Promise<void>;
}
/** The file is opened at the first write, so that a scan that fails at its start does not destroy an older report. */
export declare class HtmlReport {
    #private;
    constructor(path: string);
    runs(runs: readonly ReportRun[]): Promise<void>;
    end(report: PageReport): Promise<void>;
}
