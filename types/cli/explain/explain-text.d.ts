/** An explained run for people to read. */
import type { Saved, ScanDetection } from "../scan-types.ts";
import { type Colors } from "../terminal.ts";
import { type CallVerdict, type ExplainedCall, type Sighting } from "./explained-run.ts";
/** Where a guard would have ended the run. */
interface RunEnd {
    /** Index of the call that was refused for good, or after which the run would have ended. */
    index: number;
    said: CallVerdict;
}
/** Whether a sighting is worth a line: something was counted, or the call came before and this detector says why it does not count. */
export declare function isNear({ fired, count, like }: Sighting, { sameAs }: ExplainedCall): boolean;
export declare function runEnd(calls: readonly ExplainedCall[]): RunEnd | undefined;
/** The stretches of calls that are shown, in order; what lies between them is folded. `loops`: as `scan` found them. */
export declare function shownStretches(calls: readonly ExplainedCall[], loops: readonly ScanDetection[]): {
    from: number;
    to: number;
}[];
/** What makes a part of a text stand out. */
export type Paints = Pick<Colors, "bold" | "dim" | "cyan" | "red" | "yellow">;
/** The output of `loopguard explain --json`. */
export interface ExplainReport {
    /** The version of this schema; a change that breaks readers makes it 2. */
    version: 1;
    /** `timed: false`: no call has a recorded time; absent otherwise. */
    run: {
        id: string;
        file: string;
        line: number;
        calls: number;
        timed?: false;
    };
    /** Which preset or configuration judged. */
    settings: string;
    /** Why this run was chosen; empty if no other has the id that was named. */
    why: string;
    /** Index of the call at which a guard would have ended the run; `null`: it would not. */
    endsAt: number | null;
    /** As `scan` finds and counts them. */
    loops: ScanDetection[];
    /** As `scan` counts it; `null`: every call would have run. */
    saved: Saved | null;
    calls: ExplainedCall[];
}
/**
 * In pieces, since the whole may be longer than the longest string. `all`: every call and every detector; else what matters
 * first, and the calls around it.
 */
export declare function explainText(report: ExplainReport, paints: Paints, all: boolean): Generator<string, void, undefined>;
export declare function explainJson({ calls, ...facts }: ExplainReport): Generator<string, void, undefined>;
/** Calls that are not shown. */
export declare function folded(calls: readonly ExplainedCall[]): string;
/** Names of detectors that are there more than once. */
export declare function doubleNames(calls: readonly ExplainedCall[]): ReadonlySet<string>;
/** What is said of a call, a line each. `all`: also by detectors that noticed nothing. `several`: as of `doubleNames`. */
export declare function callLines(call: ExplainedCall, paints: Paints, all: boolean, several: ReadonlySet<string>): string[];
export {};
