/** Turns the events of one recorded run into a `ScannedRun`. */
import type { LoopOutcome } from "../../base/types.ts";
import type { LoopGuard } from "../../guard/loop-guard.ts";
import type { TraceCall, TraceRun, TraceRunSink } from "../../traces/trace-types.ts";
import type { ReportRun, ScannedRun } from "../scan-types.ts";
import { type Held } from "./loop-finder.ts";
import type { QuickLook } from "./quick-look.ts";
import { ValueMeter } from "./value-meter.ts";
/** What the runs of one thread share. */
export interface ScanContext {
    readonly guard: LoopGuard;
    /** Without one, every run is shown to the guard. */
    readonly couldFire: QuickLook | undefined;
    /** Whether the calls are kept for the report, cut short. */
    readonly strips: boolean;
    readonly meter: ValueMeter;
    taped: number;
    readonly held: Held;
}
export declare function scanContext(guard: LoopGuard, couldFire: QuickLook | undefined, strips?: boolean): ScanContext;
export declare class RunScan implements TraceRunSink {
    #private;
    constructor(context: ScanContext, run: TraceRun, file: string, done: (run: ScannedRun | ReportRun) => void);
    round(): void;
    turn(): void;
    call(call: TraceCall): void;
    outcome(index: number, outcome: LoopOutcome): void;
    end(): void;
}
