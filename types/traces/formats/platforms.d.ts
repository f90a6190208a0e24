import type { TraceFormatSpec } from "../run-writer.ts";
export declare const langfuseFormat: TraceFormatSpec;
export declare const langsmithFormat: TraceFormatSpec;
