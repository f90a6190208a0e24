/** An explained run for people to read. */
import type { Colors } from "../terminal.ts";
import type { ExplainedCall } from "./explained-run.ts";
/** What `explain` tells of a run: its `--json`. */
export interface ExplainReport {
    /** Of this schema; a change that breaks readers makes it 2. */
    version: 1;
    run: {
        id: string;
        file: string;
        line: number;
        calls: number;
    };
    /** Which preset or configuration judged. */
    settings: string;
    /** Why this run, where nobody named one; else empty. */
    why: string;
    calls: ExplainedCall[];
}
/** `all`: every call and every detector; else from shortly before the first call that a detector has noticed. */
export declare function explainText(report: ExplainReport, colors: Colors, all: boolean): string;
