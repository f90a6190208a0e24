import type { TraceFormatSpec } from "../run-writer.ts";
export declare const claudeCodeFormat: TraceFormatSpec;
