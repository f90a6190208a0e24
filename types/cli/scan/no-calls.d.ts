/** What to say of a scan that found no call, and so judged none. */
import type { Columns } from "../../traces/columns.ts";
import type { TraceFormat } from "../../traces/read-trace.ts";
import type { ScanTotals } from "../scan-types.ts";
/** For stderr. `formats`: of the files, as far as they are known; `columns`: of the table that was read. */
export declare function noCallsText(totals: ScanTotals, formats: readonly TraceFormat[], columns?: Columns): string;
