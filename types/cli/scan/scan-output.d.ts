import type { ColumnField, Columns, ColumnTally } from "../../traces/columns.ts";
import type { TraceFormat } from "../../traces/read-trace.ts";
import type { TraceFault } from "../../traces/trace-types.ts";
import type { PageReport } from "../report/page-data.ts";
import type { ReportRun, ScanError, ScannedRun, ScanTotals } from "../scan-types.ts";
import { type TraceFile } from "../trace-files.ts";
/** Something that could not be read, as part of a scan's result. */
export interface PartError extends TraceFault {
    file: string;
}
export declare class FileErrors {
    #private;
    /** Errors of the same file must be added one after the other. */
    add({ file, ...fault }: PartError): void;
    all(): ScanError[];
}
export declare class MissingColumns {
    #private;
    /** Adds what is known of a file. One without rows says nothing. */
    add({ rows, missing }: Pick<ColumnTally, "rows" | "missing">): void;
    get fields(): ColumnField[];
    errors(files: readonly TraceFile[]): PartError[];
}
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
