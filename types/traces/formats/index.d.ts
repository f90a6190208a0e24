import type { TraceFormatSpec } from "./format.ts";
export declare const FORMATS: readonly TraceFormatSpec[];
