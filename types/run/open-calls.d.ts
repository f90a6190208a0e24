/** Calls on their way through the protocol of a run, and those that wait for their outcome. */
import type { LoopCall, LoopOutcome, Verdict } from "../base/types.ts";
import type { AppliedVerdict, CoreNewest, CoreReport, PackedVerdict } from "../core/types.ts";
import type { ToolRules } from "../rules/tool-policy.ts";
/** A value, or, in a store, the promise of one. */
export type Later<T> = T | Promise<T>;
/** What is made of it. */
export type Use<T, Judged> = (value: T) => Verdict | Judged;
/** A call on its way through the protocol. */
export interface Asked<Link> {
    readonly link: Link;
    readonly call: LoopCall;
    readonly rules: ToolRules;
    readonly id: string | undefined;
    /** In a store: the number of the call, see `nextNumber`. */
    readonly ticket: number;
}
/** A call that has come back. `verdict`: the verdict that it had before it ran. */
export type Completed<Link> = [
    link: Link,
    call: LoopCall,
    outcome: LoopOutcome,
    rules: ToolRules,
    id: string | undefined,
    ticket: number,
    verdict: Verdict
];
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
    readonly verdict: Verdict;
}
/**
 * The id of a call as text, or `undefined`. Some frameworks use numbers, and some providers an empty text for every call.
 * @throws {TypeError} If it is an object, whose text could throw or be endless.
 */
export declare function callId(call: LoopCall): string | undefined;
/**
 * Calls between `before` and `after`, oldest first, in parallel arrays that are reused, so that a call allocates nothing. A
 * call with an id is found by it. A call without one is found by its object, or by its name and the identical arguments, so
 * its object is kept. The newest call is compared first.
 */
export declare class OpenCalls {
    #private;
    add(ticket: number, id: string | undefined, call: LoopCall, verdict: Verdict): void;
    get count(): number;
    /** The place of a call, or -1. */
    find(call: LoopCall, id: string | undefined): number;
    ticketAt(at: number): number;
    verdictAt(at: number): Verdict;
    /** The verdict on the call with this ticket, if it is remembered: then it is the same call again. */
    verdictOf(ticket: number): Verdict | undefined;
    /** The verdict is another. */
    judge(at: number, verdict: Verdict): void;
    remove(at: number): void;
    clear(): void;
}
