/** Pairs `after` with `before`. */
import type { LoopCall, Verdict } from "../base/types.ts";
/** The id of a call as text, or `undefined`. Some frameworks use numbers, and some providers an empty text for every call. */
export declare function callId(call: LoopCall): string | undefined;
/**
 * Calls between `before` and `after`, oldest first, in parallel arrays that are reused, so that a call allocates nothing. A
 * call with an id is found by it. A call without one is found by its object, or by its name and the identical arguments, so
 * its object is kept. The newest call is compared first.
 */
export declare class OpenCalls {
    #private;
    /** The host calls `after`. */
    answered: boolean;
    add(ticket: number, id: string | undefined, call: LoopCall, verdict: Verdict): void;
    /** So many calls are open that never came back that the host does not call `after`. */
    get unanswered(): boolean;
    /** The place of a call, or -1. */
    find(call: LoopCall, id: string | undefined): number;
    ticketAt(at: number): number;
    verdictAt(at: number): Verdict;
    /** The verdict on the call with this ticket, if it is remembered: then it is the same call again. */
    verdictOf(ticket: number): Verdict | undefined;
    remove(at: number): void;
    clear(): void;
}
