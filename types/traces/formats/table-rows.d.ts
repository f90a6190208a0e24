/** Rows of any table: each is one call, and a column map says what its columns mean. Never recognised by content. */
import type { Columns, ColumnTally } from "../columns.ts";
import type { ReadValue, TraceRuns } from "../run-writer.ts";
import type { TraceFault } from "../trace-types.ts";
/** `columns`: which column holds what; `tally` notes what is known of them. */
export declare function tableReader(runs: TraceRuns, fault: (fault: TraceFault) => void, columns: Columns, tally: ColumnTally | undefined): ReadValue;
