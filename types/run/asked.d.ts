/** What goes through the protocol of a run: a call that is asked about, what the core answers, and what is made of it. */
import type { LoopCall, Verdict } from "../base/types.ts";
import type { ToolRules } from "../config/tool-policy.ts";
import type { AppliedVerdict, CoreNewest, CoreReport, PackedVerdict } from "../core/types.ts";
/** A value, or, in a store, the promise of one. */
export type Later<T> = T | Promise<T>;
/** What is made of it. */
export type Use<T, Said> = (value: T) => Verdict | Said;
/** A call on its way through the protocol. */
export interface Asked<Link> {
    readonly link: Link;
    readonly call: LoopCall;
    readonly rules: ToolRules;
    readonly id: string | undefined;
    /** In a store: the number of the call, see `nextNumber`. */
    readonly ticket: number;
}
/** Makes the verdict of what the core found. */
export type Conclude = (packed: PackedVerdict, report: CoreReport) => Verdict;
/** What the core answers to an event. */
export interface Applied {
    readonly packed: AppliedVerdict;
    readonly report: CoreReport | undefined;
    /** What its call returned, if that is compared with calls of other runs. */
    readonly newest?: CoreNewest | undefined;
    /** Of a call in memory. */
    readonly ticket?: number;
}
/** What only the host knows of a call that came back. */
export interface Returned {
    /** Of `EventFlag`. */
    readonly flags: number;
    readonly comparable: boolean;
    readonly characters: number;
    readonly said: Verdict;
}
