/** The options of a guard, as people give them. */
import type { ActionOption, Ladder, LoopDetection, PresetName, ToolPolicy, Verdict, VolatileClass } from "../base/types.ts";
import type { Detector } from "../detectors/factories.ts";
/** Options of a guard. Unknown names, wrong types and impossible values throw `ERR_LOOPGUARD_OPTION`. */
export interface LoopGuardOptions {
    /**
     * Detectors, ladders and volatile spans under one name. Default `"recommended"`, where no detectors are given. Named beside
     * `detectors`, it gives all but the detectors.
     */
    preset?: PresetName;
    /** Shorthand for `detectors: [count({ maxRepeats })]`. `Infinity`: never. */
    maxRepeats?: number;
    /** Asked in order; the first that fires gives the verdict. Default: those of the preset. */
    detectors?: Detector[];
    /** What a detection leads to: `"hint"` is `{ hint: 1 }`, `"abort"` is `{ abort: 1 }`. */
    action?: ActionOption;
    /** Strikes at which each rung starts. */
    ladder?: Ladder;
    /** Replaces the texts that the model sees; where a function throws or gives no string, the usual text stays. */
    message?: string | ((detection: LoopDetection) => string);
    /** Per tool, by name or glob (`*`, `?`); the first match in order wins, exact names before globs; `false`: exempt. */
    tools?: Record<string, false | ToolPolicy>;
    /** Spans replaced before a result is compared, for tools that do not say. Default: those of the preset, else none. */
    volatile?: (VolatileClass | RegExp)[];
    /**
     * `"run"`: a state for each run, as the host knows it: `RunContext.runId`, a session, or the key of `runScope`.
     * `"instance"`: one state for all that the guard hears of. Default `"run"`; `"instance"` for the shorthand
     * `loopDetection: { maxRepeats, action }` of `ToolExecutor` alone.
     */
    scope?: "instance" | "run";
    /** Detect and report, never act. */
    shadow?: boolean;
    /**
     * Called for every detection, with the verdict that it led to. It may be async: nobody waits for it, and what it rejects
     * with is told on `loopguard:error`.
     */
    onDetection?: (detection: LoopDetection, verdict: Verdict) => void;
    /** Bound of each run's count table, least recently used out first. Default 10,000. */
    maxEntries?: number;
    /** Bound of open runs, longest unused out first. Default 1,024. */
    maxRuns?: number;
    /** The clock, in milliseconds; for tests. Default `Date.now`. */
    now?: () => number;
}
