/** Sessions of the Gemini CLI (`~/.gemini/tmp/<project>/chats`), as one object or as a log of changes. */
import type { TraceFormatSpec } from "../run-writer.ts";
export declare const geminiCliFormat: TraceFormatSpec;
