/** Replays a compact run under a setting, and finds where the guard would have fired. */
import { type CompactRun } from "./compact-run.ts";
import { type Refusals } from "./regret.ts";
import type { Setting } from "./settings.ts";
/** Where a guard fired first; `Infinity`: never. */
export interface Firing {
    /** Index of the call of the first detection, warnings included. */
    readonly any: number;
    /** Of the first `hint`, `ask` or `abort`. */
    readonly blocking: number;
    readonly abort: number;
    readonly refusals: Refusals;
    /** Calls that would not have run: refused ones, and all from the `abort` on. */
    readonly callsSaved: number;
    readonly tokensSaved: number;
}
/** Of a guard that never fires. */
export declare const SILENT: Firing;
/**
 * The firings of a setting, one for each run. All recorded calls are replayed, but the guard does not see the outcome of a
 * call that it refused: it would not have run.
 */
export declare function replayAll(setting: Setting, runs: readonly CompactRun[]): Firing[];
