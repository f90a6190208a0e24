/** OpenTelemetry spans, and log records about model messages, with attributes of any known dialect. */
import type { TraceFormatSpec } from "../../run-writer.ts";
export declare const otelFormat: TraceFormatSpec;
export declare const jaegerFormat: TraceFormatSpec;
