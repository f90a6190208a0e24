import type { TraceFormatSpec } from "../run-writer.ts";
export declare const piFormat: TraceFormatSpec;
export declare const droidFormat: TraceFormatSpec;
export declare const kimiCodeFormat: TraceFormatSpec;
export declare const qwenCodeFormat: TraceFormatSpec;
export declare const copilotFormat: TraceFormatSpec;
