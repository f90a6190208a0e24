/** Turns the events of one recorded run into a `ScannedRun`. */
import type { LoopOutcome } from "../../base/types.ts";
import type { LoopGuard } from "../../guard/loop-guard.ts";
import type { TextStream, TraceCall, TraceRun, TraceRunSink } from "../../traces/trace-types.ts";
import type { ReportRun, ScannedRun } from "../scan-types.ts";
import { type Held, LoopFinder } from "./loop-finder.ts";
import type { QuickLook } from "./quick-look.ts";
import { ValueMeter } from "./value-meter.ts";
/** What the runs of one thread share. */
export interface ScanContext {
    readonly guard: LoopGuard;
    /** Without one, every run is shown to the guard. */
    readonly couldFire: QuickLook | undefined;
    /** Whether the calls are kept for the report, cut short. */
    readonly strips: boolean;
    /** Whether the guard looks at texts. */
    readonly texts: boolean;
    /** Whether the guard can find nothing without outcomes. */
    readonly needsOutcomes: boolean;
    readonly meter: ValueMeter;
    taped: number;
    readonly held: Held;
    /** The last run that was shown to the guard: as long as its objects live, V8 keeps the code that it compiled for them. */
    ended: LoopFinder | undefined;
}
export declare function scanContext(guard: LoopGuard, couldFire: QuickLook | undefined, strips?: boolean, texts?: boolean, needsOutcomes?: boolean): ScanContext;
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
    outcome(index: number, outcome: LoopOutcome, at?: number): void;
    end(): void;
}
