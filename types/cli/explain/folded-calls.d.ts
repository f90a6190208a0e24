/** What of an explained run is worth a look: its verdicts, its end, and the calls around them. */
import type { VerdictAction } from "../../base/types.ts";
import type { ExplainedCall, SaidOfCall, Sighting } from "./explained-run.ts";
/** Verdicts of one detector about one loop. */
export interface Verdicts {
    detector: string;
    /** The tool of the first call. */
    name: string;
    /** Indices of the first and the last call with a verdict. */
    first: number;
    last: number;
    calls: number;
    /** The highest count. */
    repeats: number;
    /** The call that first got each action, in the order in which they came. */
    actions: {
        action: VerdictAction;
        index: number;
    }[];
}
/** Where a guard would have ended the run. */
export interface RunEnd {
    /** Index of the call that was refused for good, or after which the run would have ended. */
    index: number;
    said: SaidOfCall;
}
/** Whether a sighting is worth a line: something was counted, or the call came before and this detector says why it does not count. */
export declare function isNear({ fired, count, like }: Sighting, { sameAs }: ExplainedCall): boolean;
export declare function runEnd(calls: readonly ExplainedCall[]): RunEnd | undefined;
/** The loops of a run, in the order in which they were seen. A loop ends where its detector begins to count strikes anew. */
export declare function verdictsOf(calls: readonly ExplainedCall[]): Verdicts[];
/** The stretches of calls that are shown, in order; what lies between them is folded. */
export declare function shownStretches(calls: readonly ExplainedCall[]): {
    from: number;
    to: number;
}[];
