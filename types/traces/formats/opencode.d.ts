/** Sessions of opencode: what `opencode export` prints, and the messages that trace-bytes.ts reads from its database. */
import type { TraceFormatSpec } from "../run-writer.ts";
export declare const opencodeFormat: TraceFormatSpec;
