import type { TraceFormatSpec } from "./format.ts";
export declare const runsFormat: TraceFormatSpec;
export declare const callsFormat: TraceFormatSpec;
