/** What `explain` shows to a detector, what one says of it, and the words that several use. */
import type { DetectorBase } from "./options.ts";
/** What a detector sees of a completed call. */
export interface Observation {
    /** Of the call in its run, from 0. */
    readonly index: number;
    readonly name: string;
    /** Equal for equal calls, by the policies of their tools. */
    readonly identity: string;
    readonly round: number;
    readonly failed: boolean;
    readonly transient: boolean;
    /** What cycles are made of. */
    readonly signature: string;
    /** A tool that changes things succeeded. */
    mutated: boolean;
    /** What came back; `null`: nothing that could be compared, or siblings of a round that disagree. */
    result: string | null;
    /** Judged by time: those who count have no result of it. */
    polled: boolean;
    /** No equal call before it was remembered when it came back. */
    fresh: boolean;
}
/** Completed calls of one turn, oldest first, as far as the guard looks back. */
export type History = readonly Observation[];
/** A call that the model asked for. */
export interface AskedCall {
    readonly index: number;
    readonly name: string;
    /** Key order does not count; what the tool's policy leaves out neither. */
    readonly identity: string;
    /** Key order counts. */
    readonly verbatim: string;
    readonly round: number;
    /** Its tool's policy has it judged by time, and its last answer, if any, was not final. */
    readonly poll: boolean;
    /** The tool's own; undefined: the detector's. */
    readonly maxRepeats: number | undefined;
    /** The same; `Infinity`: none. */
    readonly limit: number | undefined;
    /** Of a tool whose queries are compared. */
    readonly query: string | undefined;
}
/** What a run knows when a call is asked for. */
export interface KnownCalls {
    /** How often the call was asked for, refused calls and this one included; `before`: the index of the one before it. */
    asked(by: "identity" | "verbatim"): {
        readonly times: number;
        readonly before?: number | undefined;
    };
    /** How often its tool ran in this turn. */
    readonly ran: number;
    /** The newest equal call that ran, and that nothing has changed the answer of since. */
    readonly known: number | undefined;
    /** Calls with a query that ran in this turn. */
    readonly queries: readonly AskedCall[];
    /** What a run that learns news makes of it. */
    news(detector: DetectorBase<"no_news">): Seen | undefined;
}
/** What one detector makes of one call. */
export interface Seen {
    fired: boolean;
    /** What it has counted, this call included; 0: it has nothing to say of this call. */
    count: number;
    /** What it fires at. */
    needed: number;
    cycleLength: number;
    strong: boolean;
    /** Why it fired, or stayed silent. */
    why: string;
    /** Index of an earlier call that this one is like, in this detector's eyes; it has no part in most sightings. */
    like?: number;
}
export declare const SILENT: Seen;
/** Of a detector that counts calls before they run. */
export declare function countedBefore(call: AskedCall, count: number, needed: number, why: string, like?: number): Seen;
/** Of a detector that counts completed calls. */
export declare function counted(count: number, needed: number, strong: boolean, why: string, like?: Observation): Seen;
export declare function sameResult(a: Observation, b: Observation): boolean;
export declare const newest: (history: History) => Observation;
export declare const at: (call: Observation) => string;
export declare const named: (call: Observation) => string;
/** How many at the end `holds` is true for. */
export declare function tail(history: History, holds: (call: Observation) => boolean): number;
/** The newest of `calls` before the last for which `holds` is true. */
export declare function earlier(calls: History, holds: (call: Observation) => boolean): Observation | undefined;
/** The calls of one round saw one world: those of them that follow one another count once. */
export declare function roundsOf(calls: History): number;
/** How many texts at the end are what came `period` places before, the first block included; 0: there is no block yet. */
export declare function periodic(texts: readonly string[], period: number): number;
export declare function nothingToCompare({ polled, failed }: Observation): string;
