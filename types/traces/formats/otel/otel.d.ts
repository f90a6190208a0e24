import type { TraceFormatSpec } from "../../run-writer.ts";
export declare const otelFormat: TraceFormatSpec;
export declare const jaegerFormat: TraceFormatSpec;
