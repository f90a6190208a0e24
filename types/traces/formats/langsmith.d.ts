import type { TraceFormatSpec } from "./format.ts";
export declare const langsmithFormat: TraceFormatSpec;
