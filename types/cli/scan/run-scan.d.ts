/** Takes the events of one recorded run, and makes a `ScannedRun` of them. */
import type { LoopGuard } from "../../loop-guard.ts";
import type { TraceCall, TraceRun, TraceRunSink } from "../../traces/trace-types.ts";
import type { LoopOutcome } from "../../types.ts";
import type { ReportRun, ScannedRun } from "../scan-types.ts";
import type { QuickLook } from "./quick-look.ts";
import { ValueMeter } from "./value-meter.ts";
/** What the runs of one thread share. */
export declare class ScanContext {
    readonly guard: LoopGuard;
    /** Without one, every run is shown to the guard. */
    readonly quickLook: QuickLook | undefined;
    /** Whether the calls are kept for the report, cut short. */
    readonly strips: boolean;
    readonly meter: ValueMeter;
    taped: number;
    constructor(guard: LoopGuard, quickLook: QuickLook | undefined, strips: boolean);
}
export declare class RunScan implements TraceRunSink {
    #private;
    constructor(context: ScanContext, run: TraceRun, file: string, done: (run: ScannedRun | ReportRun) => void);
    round(): void;
    turn(): void;
    call(call: TraceCall): void;
    outcome(index: number, outcome: LoopOutcome): void;
    end(): void;
}
