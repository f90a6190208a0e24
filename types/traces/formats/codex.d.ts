import type { TraceFormatSpec } from "../run-writer.ts";
export declare const codexFormat: TraceFormatSpec;
