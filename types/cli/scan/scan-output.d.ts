/** A scan written while it goes on, since it may be larger than the memory: JSON, a line for each loop, the page. */
import type { Columns, ColumnTally } from "../../traces/columns.ts";
import type { TraceFormat } from "../../traces/trace-reader.ts";
import type { PageReport, ReportRun, ScanError, ScannedRun, ScanTotals } from "../scan-types.ts";
import { type TraceFile } from "../trace-files.ts";
/** All of them, as an error names them. */
export declare function together(files: readonly TraceFile[]): string;
/** Of columns that no row of these files has. */
export declare function missingErrors(missing: ColumnTally["missing"], files: readonly TraceFile[]): ScanError[];
/** For stderr. `formats`: of the files, as far as they are known; `columns`: of the table that was read. */
export declare function noCallsText(totals: ScanTotals, formats: readonly TraceFormat[], columns?: Columns): string;
/** Lines for stderr. `columns`: of the table that was read; `isMissing`: no row has the column of results. */
export declare function notRecordedText(totals: ScanTotals, columns?: Columns, isMissing?: boolean): string;
/** Whether runs were judged blind: that nothing was found there says nothing. */
export declare function isBlind({ unrecordedRuns, runsWithoutResults }: ScanTotals): boolean;
export declare class JsonReport {
    #private;
    constructor(write: (text: string) => Promise<void>);
    runs(runs: readonly ScannedRun[]): Promise<void>;
    end(errors: readonly ScanError[], totals: ScanTotals): Promise<void>;
}
/** A line for each loop. */
export declare function linesOf(runs: readonly ScannedRun[]): string;
/** The file is opened at the first write, so that a scan that fails at its start does not destroy an older report. */
export declare class HtmlReport {
    #private;
    constructor(path: string);
    runs(runs: readonly ReportRun[]): Promise<void>;
    end(report: PageReport): Promise<void>;
}
