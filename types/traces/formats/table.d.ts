import type { Fields } from "../../history/fields.ts";
import type { Columns, ColumnTally } from "../columns.ts";
import type { FormatReader, TraceRuns } from "../run-writer.ts";
import type { TraceFault } from "../trace-types.ts";
export declare class TableReader implements FormatReader {
    #private;
    constructor(runs: TraceRuns, fault: (fault: TraceFault) => void, columns: Columns, tally?: ColumnTally);
    value(row: Fields, line: number): void;
}
