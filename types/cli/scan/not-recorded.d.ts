/** What to say of calls that a scan could not judge, because the trace leaves out what they were made with. */
import type { Columns } from "../../traces/columns.ts";
import type { ScanTotals } from "../scan-types.ts";
/** Lines for stderr. `columns`: of the table that was read; `isMissing`: no row has the column of results. */
export declare function notRecordedText(totals: ScanTotals, columns?: Columns, isMissing?: boolean): string;
/** Whether runs were judged blind: that nothing was found there says nothing. */
export declare function isBlind({ unrecordedRuns, runsWithoutResults }: ScanTotals): boolean;
