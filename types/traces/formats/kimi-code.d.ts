import type { TraceFormatSpec } from "./format.ts";
export declare const kimiCodeFormat: TraceFormatSpec;
