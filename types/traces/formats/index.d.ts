import type { TraceFormatSpec } from "../run-writer.ts";
export declare const FORMATS: readonly TraceFormatSpec[];
