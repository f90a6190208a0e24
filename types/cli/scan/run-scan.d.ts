/** Turns the events of one recorded run into a `ScannedRun`. */
import type { LoopOutcome } from "../../base/types.ts";
import type { LoopGuard } from "../../guard/loop-guard.ts";
import type { TextStream, TraceCall, TraceRun, TraceRunSink } from "../../traces/trace-types.ts";
import type { ReportRun, ScannedRun, StripCall } from "../scan-types.ts";
import { type Held, LoopFinder } from "./loop-finder.ts";
/** What the runs of one thread share. */
export interface ScanContext {
    readonly guard: LoopGuard;
    /** Whether the calls are kept for the report, cut short. */
    readonly strips: boolean;
    /** Whether the guard looks at texts. */
    readonly texts: boolean;
    /** Whether the guard can find nothing without outcomes. */
    readonly needsOutcomes: boolean;
    readonly held: Held;
    /** The last run that was shown to the guard: as long as its objects live, V8 keeps the code that it compiled for them. */
    ended: LoopFinder | undefined;
}
export declare function scanContext(guard: LoopGuard, { strips, texts, needsOutcomes }?: Partial<ScanContext>): ScanContext;
/** Closes the guard too. */
export declare function closeContext({ guard, ended }: ScanContext): void;
export declare class RunScan implements TraceRunSink {
    #private;
    constructor(context: ScanContext, run: TraceRun, file: string, done: (run: ScannedRun | ReportRun) => void);
    round(): void;
    turn(): void;
    compacted(): void;
    call(call: TraceCall): void;
    text(text: string, message: number, stream: TextStream): void;
    heard(characters: number): void;
    outcome(index: number, outcome: LoopOutcome, at?: number, size?: number): void;
    end(): void;
}
export declare class RecordedParts {
    #private;
    round(): void;
    call({ unrecorded, arguments: args, at }: TraceCall): void;
    outcome({ result }: LoopOutcome): void;
    /** Without calls there is nothing to time. */
    get isTimed(): boolean;
    /**
     * A tool may take no arguments and return nothing, so one call without both shows nothing of the others; and a run may
     * have ended before the results of its only response came. An error is recorded by spans that record nothing else.
     */
    missing(needsOutcomes: boolean): Pick<ScannedRun, "unrecordedCalls" | "unrecorded">;
}
export declare class StripWriter {
    #private;
    readonly calls: StripCall[];
    round(): void;
    call({ name, arguments: args }: TraceCall): void;
    outcome(index: number, outcome: LoopOutcome): void;
}
