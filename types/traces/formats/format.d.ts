/** The interface of a trace format. */
import type { Fields } from "../../history/fields.ts";
import type { TraceRuns } from "../trace-runs.ts";
import type { TraceFault } from "../trace-types.ts";
/** Reads the JSON values of one file: its lines, or the elements of its array. */
export interface FormatReader {
    /** `size`: about how many characters of JSON the value takes. */
    value(value: Fields, line: number, size: number): void;
    /** A list on one line; absent: its objects are read one by one. */
    list?(values: unknown[], line: number, size: number): void;
    /** The file is at its end. The caller ends the runs that `TraceRuns` has open. */
    end?(): void;
}
export interface TraceFormatSpec {
    readonly name: string;
    /** One line for `--help` and the documentation. */
    readonly description: string;
    /** Whether an object is of this format. */
    recognises(value: Fields): boolean;
    /** Whether the object is a complete run, so that lines can be read in any order and by several threads. */
    whole?(value: Fields): boolean;
    reader(runs: TraceRuns, fault: (fault: TraceFault) => void): FormatReader;
}
