/** Runs of Langfuse, and of LangSmith, from its API or its exports: flat, or with nested child runs. */
import type { TraceFormatSpec } from "../run-writer.ts";
export declare const langfuseFormat: TraceFormatSpec;
export declare const langsmithFormat: TraceFormatSpec;
