/** The telemetry log of the Gemini CLI: log records of OpenTelemetry. It says what was called, not what came back. */
import { type Fields } from "../../transcript-reader.ts";
import type { TraceRuns } from "../trace-runs.ts";
/** The attributes of an event of the Gemini CLI, with its name; not there: it is none. */
export declare function geminiEvent(value: Fields): Fields | undefined;
/** Reads the events of one file. */
export declare class GeminiTelemetry {
    #private;
    constructor(runs: TraceRuns);
    read(event: Fields, line: number): void;
}
