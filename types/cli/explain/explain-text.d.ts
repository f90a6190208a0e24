/** An explained run for people to read. */
import type { Colors } from "../terminal.ts";
import type { ExplainedCall } from "./explained-run.ts";
/** The output of `loopguard explain --json`. */
export interface ExplainReport {
    /** The version of this schema; a change that breaks readers makes it 2. */
    version: 1;
    run: {
        id: string;
        file: string;
        line: number;
        calls: number;
    };
    /** Which preset or configuration judged. */
    settings: string;
    /** Why this run was chosen; empty if `--run` named it. */
    why: string;
    calls: ExplainedCall[];
}
/** `all`: every call and every detector; else from shortly before the first call that a detector has noticed. */
export declare function explainText(report: ExplainReport, colors: Colors, all: boolean): string;
