/** Reports the first faults of a file one by one, and then only their number: every line of a file may be broken. */
import type { TraceFault } from "./trace-types.ts";
export declare class FaultLimit {
    #private;
    constructor(fault: (fault: TraceFault) => void);
    /** Also takes the summaries (`more`) of other limits: a file may be read in parts, each with its own limit. */
    readonly report: (fault: TraceFault) => void;
    /** Reports how many faults were left out. */
    end(): void;
}
