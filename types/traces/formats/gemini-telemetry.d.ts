/** The telemetry log of the Gemini CLI: OpenTelemetry log records. It contains calls, but no results. */
import { type Fields } from "../../history/fields.ts";
import type { TraceRuns } from "../trace-runs.ts";
/** The attributes of an event of the Gemini CLI, and its name; `undefined` for other values. */
export declare function geminiEvent(value: Fields): Fields | undefined;
/** A function that reads the events of one file. */
export declare function telemetryReader(runs: TraceRuns): (event: Fields, line: number) => void;
