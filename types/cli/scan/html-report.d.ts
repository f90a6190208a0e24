import type { PageReport } from "../report/page-data.ts";
import type { ReportRun } from "../scan-types.ts";
/** The file is opened at the first write, so that a scan that fails at its start does not destroy an older report. */
export declare class HtmlReport {
    #private;
    constructor(path: string);
    runs(runs: readonly ReportRun[]): Promise<void>;
    end(report: PageReport): Promise<void>;
}
