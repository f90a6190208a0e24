/** An explained run for people to read. */
import type { Colors } from "../terminal.ts";
import { type ExplainedCall } from "./explained-run.ts";
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
    calls: ExplainedCall[];
}
/**
 * In pieces, since the whole may be longer than the longest string. `all`: every call and every detector; else what matters
 * first, and the calls around it.
 */
export declare function explainText(report: ExplainReport, colors: Colors, all: boolean): Generator<string, void, undefined>;
/** The report as JSON. */
export declare function explainJson({ calls, ...facts }: ExplainReport): Generator<string, void, undefined>;
