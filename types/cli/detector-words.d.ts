/** What the names of detectors and verdicts mean, for those who have not read the documents. Imports no code: the report has it. */
import type { VerdictAction } from "../base/types.ts";
/** "" for a detector of the user's own. */
export declare function meaningOf(detector: string): string;
/** What the guard would have done to a call, or to the run. */
export declare const WOULD_HAVE: Readonly<Record<VerdictAction, string>>;
