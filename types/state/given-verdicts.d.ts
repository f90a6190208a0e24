/** The verdicts that calls with an id were given lately, for those that are asked about again in their round. */
import type { Verdict } from "../base/types.ts";
/** A ring: nearly every verdict is written and never looked for, so it is the writing that must be cheap. */
export declare class GivenVerdicts {
    #private;
    add(id: string, verdict: Verdict): void;
    /** The last that the call with this id was given, if it is remembered. */
    of(id: string): Verdict | undefined;
    clear(): void;
}
