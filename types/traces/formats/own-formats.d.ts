/** Our own formats: runs with their calls, and lines with one call each. */
import type { TraceFormatSpec } from "../run-writer.ts";
export declare const runsFormat: TraceFormatSpec;
export declare const callsFormat: TraceFormatSpec;
