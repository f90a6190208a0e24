import type { TraceFormatSpec } from "../run-writer.ts";
export declare const runsFormat: TraceFormatSpec;
export declare const callsFormat: TraceFormatSpec;
