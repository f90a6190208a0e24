/** Replays a compact run under a setting, and says where it would have spoken. */
import type { Detector } from "../../detectors.ts";
import { type CompactRun } from "./compact-run.ts";
import type { Setting } from "./settings.ts";
/** Where a guard spoke first; `Infinity`: never. */
export interface Firing {
    /** Index of the call of the first detection, warnings included. */
    readonly any: number;
    /** Of the first `hint`, `ask` or `abort`. */
    readonly blocking: number;
    readonly abort: number;
    /** Calls that would not have run: refused ones, and all from the `abort` on. */
    readonly callsSaved: number;
    readonly tokensSaved: number;
}
/** The firings of a setting, one for each run. A call that it refuses has run all the same, as in the trace. */
export declare function replayAll(setting: Setting, runs: readonly CompactRun[]): Firing[];
/** Whether there is enough of anything in a run for one of the detectors. Most runs are spared a replay by it. */
export declare function canFire(detectors: readonly Detector[], run: CompactRun): boolean;
