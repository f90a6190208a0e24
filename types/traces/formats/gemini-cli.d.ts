import { type Fields } from "../../history/fields.ts";
import type { TraceFormatSpec, TraceRuns } from "../run-writer.ts";
export declare const geminiCliFormat: TraceFormatSpec;
/** The attributes of an event of the Gemini CLI, and its name; `undefined` for other values. */
export declare function geminiEvent(value: Fields): Fields | undefined;
/** A function that reads the events of one file. */
export declare function telemetryReader(runs: TraceRuns): (event: Fields, line: number) => void;
