/** Sessions of CLI agents without a file of their own here: pi, Droid, Kimi Code, Qwen Code, Copilot CLI (`events.jsonl`). */
import type { TraceFormatSpec } from "../run-writer.ts";
export declare const piFormat: TraceFormatSpec;
export declare const droidFormat: TraceFormatSpec;
export declare const kimiCodeFormat: TraceFormatSpec;
export declare const qwenCodeFormat: TraceFormatSpec;
export declare const copilotFormat: TraceFormatSpec;
