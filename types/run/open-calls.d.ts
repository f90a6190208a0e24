/** Pairs `after` with `before`. */
import type { LoopCall, Verdict } from "../base/types.ts";
/** The id of a call as text, or `undefined`. Some frameworks give numbers, and some providers an empty text to every call. */
export declare function callId(call: LoopCall): string | undefined;
/**
 * The calls that `before` has judged and `after` has not been told of, oldest first, in parallel arrays that are reused:
 * a call that comes and goes allocates nothing. A call with an id is found by it; one without is found by its object, or
 * by its name and the very same arguments, so only those hold on to the call. The newest is looked at first.
 */
export declare class OpenCalls {
    #private;
    add(ticket: number, id: string | undefined, call: LoopCall, verdict: Verdict): void;
    /** Where a call is, or -1. */
    find(call: LoopCall, id: string | undefined): number;
    ticketAt(at: number): number;
    verdictAt(at: number): Verdict;
    /** The verdict that the ticket of a call with an id was given, if it is remembered: then this is the same call again. */
    verdictOf(ticket: number): Verdict | undefined;
    remove(at: number): void;
    clear(): void;
}
