/** Turns the events of one recorded run into a `ScannedRun`. */
import type { LoopOutcome } from "../../base/types.ts";
import type { LoopGuard } from "../../guard/loop-guard.ts";
import { type LoopGuardOptions } from "../../rules/options.ts";
import type { TextStream, TraceCall, TraceRun, TraceRunSink } from "../../traces/trace-types.ts";
import type { ReportRun, ScanDetection, ScannedRun, TimelineCall } from "../scan-types.ts";
import { type Held, LoopFinder } from "./loop-finder.ts";
import type { WhatIfRecover } from "./what-if-recover.ts";
/** Whether a guard with these options looks at texts. */
export declare function looksAtTexts(options: LoopGuardOptions): boolean;
/** Whether a guard with these options looks at calls. */
export declare function looksAtCalls(options: LoopGuardOptions): boolean;
/** Keeps the newest part of a message, and at most one loop of each kind of answers, and one of each kind of reasoning. */
export declare class RunTextLoops {
    #private;
    constructor(guard: LoopGuard);
    /** A part of a message; `calls`: how many calls there were before it. */
    text(text: string, message: number, calls: number, stream?: TextStream): void;
    /** A user spoke: what was written before does not count any more. */
    turn(calls: number): void;
    /** The loops, in the order in which they began. No text may follow. `calls`: of the whole run. */
    end(calls: number): ScanDetection[];
}
/** What the runs of a scan share. */
export interface ScanContext {
    readonly guard: LoopGuard;
    /** Whether the calls are kept for the report, cut short. */
    readonly strips: boolean;
    /** Whether the guard looks at texts. */
    readonly texts: boolean;
    /** Whether the guard can find nothing without outcomes. */
    readonly needsOutcomes: boolean;
    /** For `--what-if recover`, of each run. */
    readonly whatIf: (() => WhatIfRecover) | undefined;
    readonly held: Held;
    /** The last run that was shown to the guard: as long as its objects live, V8 keeps the code that it compiled for them. */
    ended: LoopFinder | undefined;
}
export declare function scanContext(guard: LoopGuard, { strips, texts, needsOutcomes, whatIf }?: Partial<ScanContext>): ScanContext;
/** Closes the guard too. */
export declare function closeContext({ guard, ended }: ScanContext): void;
export declare class RunScan implements TraceRunSink {
    #private;
    /** `saved`: take the index of each call that would not have run, by the times of the trace and without a clock. */
    constructor(context: ScanContext, run: TraceRun, file: string, done: (run: ScannedRun | ReportRun) => void, saved?: Record<"clock" | "none", (index: number) => void>);
    round(): void;
    turn(): void;
    compacted(): void;
    call(call: TraceCall): void;
    text(text: string, message: number, stream: TextStream): void;
    heard(characters: number): void;
    message(message: object, calls: number): void;
    outcome(index: number, outcome: LoopOutcome, at?: number, size?: number): void;
    end(): void;
}
export declare class TimelineWriter {
    #private;
    readonly calls: TimelineCall[];
    round(): void;
    call({ name, arguments: args }: TraceCall): void;
    outcome(index: number, outcome: LoopOutcome): void;
}
