import type { TraceFormatSpec } from "../format.ts";
export declare const otelFormat: TraceFormatSpec;
