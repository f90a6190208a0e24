/** OpenTelemetry spans, and log records about model messages, with attributes of any known dialect. */
import { type Fields } from "../../../history/fields.ts";
import type { TraceFormatSpec } from "../format.ts";
import { type SpanSorter } from "../spans.ts";
export declare const otelFormat: TraceFormatSpec;
export declare function readSpan(sorter: SpanSorter, span: Fields, line: number, size: number): void;
