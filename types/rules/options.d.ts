/** Checks the options of a guard and fills in the defaults. */
import { type Steps } from "../base/action-ladder.ts";
import type { ActionOption, Ladder, LoopDetection, LoopRecovery, PresetName, ToolPolicy, Verdict, VolatileClass } from "../base/types.ts";
import { type BudgetOptions } from "./detectors/budget.ts";
import { CallbackErrors } from "./diagnostics.ts";
import { type RecoverConfig, type RecoverOptions } from "./recover-options.ts";
import { type Detector } from "./table.ts";
import { type VolatileDefaults } from "./tool-policy.ts";
/**
 * Options of a guard; all are optional. Unknown names, wrong types and impossible values throw `ERR_LOOPGUARD_OPTION`.
 *
 * @example
 * new LoopGuard({ preset: "strict", tools: { "poll_*": { poll: true }, clock: false }, onDetection: console.warn });
 */
export interface LoopGuardOptions {
    /**
     * Detectors, ladders and volatile spans under one name. Default `"recommended"`, unless `detectors` or `maxRepeats`
     * is given. Together with `detectors`, its own come after yours, but for those of a type that you give.
     */
    preset?: PresetName;
    /**
     * Shorthand for `detectors: [count({ maxRepeats })]`: calls with equal arguments that may run. `Infinity`: no limit.
     */
    maxRepeats?: number;
    /**
     * Up to 64 detectors, asked in order; the first that fires decides the verdict. Without `preset` they are all that there
     * are. Default: those of the preset.
     */
    detectors?: Detector[];
    /**
     * What a run may use, beside whatever detects: `{ calls: 100, cost: 0.5 }`. `cost` needs `price`, or usage that says its
     * cost.
     */
    budget?: BudgetOptions;
    /** Of a million tokens, in any currency: what `usage` costs where it does not say so. `cached` defaults to `input`. */
    price?: {
        input: number;
        output: number;
        cached?: number;
    };
    /**
     * The verdict of the first strike: `"hint"` is the ladder `{ hint: 1 }`. With `ladder`, which counts where both name a rung,
     * `"warn"` and `{ abort: 5 }` are `{ warn: 1, abort: 5 }`. A function decides each detection.
     */
    action?: ActionOption;
    /**
     * The strike at which each action starts. Default: the preset's; `{ warn: 1, hint: 2, abort: 5 }` with `detectors`,
     * `{ hint: 1, abort: 4 }` with `maxRepeats`.
     */
    ladder?: Ladder;
    /** Replaces the text that the model sees. When a function throws or returns no string, the default text stays. */
    message?: string | ((detection: LoopDetection) => string);
    /**
     * Per tool, by name or glob (`*`, `?`). Exact names win over globs, earlier globs over later ones. `false`: not
     * checked.
     */
    tools?: Record<string, false | ToolPolicy>;
    /**
     * Parts of a result that do not count when results are compared, unless the tool's policy says. Default: the
     * preset's, else none.
     */
    volatile?: (VolatileClass | RegExp)[] | {
        results?: (VolatileClass | RegExp)[];
        failures?: (VolatileClass | RegExp)[];
    };
    /**
     * `"run"`: each run has its own state, where a run is what the host knows as one: `RunContext.runId`, a session, or
     * the key of `runScope`. `"instance"`: all calls share one state. Default `"run"`; `"instance"` only for the
     * shorthand `loopDetection: { maxRepeats, action }` of `ToolExecutor`.
     */
    scope?: "instance" | "run";
    /** `true`: detect and report, but allow every call. Default: the preset's, else `false`. */
    shadow?: boolean;
    /**
     * Called for every detection, with the verdict that it led to. It may be async; it is not awaited. What it throws or
     * rejects with is published on the diagnostics channel `loopguard:error`.
     */
    onDetection?: (detection: LoopDetection, verdict: Verdict) => void;
    /**
     * What is done to the next request when a call was refused, so that the model gets out of its loop: one thing after the other, each
     * once per loop, until the loop ends or the ladder stops the run. `true`: all that need no more than that. It works where an
     * adapter can change requests, and in your own loop by `desk`; see docs/recovery.md. Default `false`.
     */
    recover?: boolean | RecoverOptions;
    /** Called for each of these, and again with what became of it. As `onDetection`. */
    onRecovery?: (recovery: LoopRecovery) => void;
    /** Distinct calls counted per run; past it the least recently used is dropped. Default 10,000. */
    maxEntries?: number;
    /** Open runs; past it the least recently used is dropped. Default 1,024. */
    maxRuns?: number;
    /** The clock, in milliseconds; for tests. Default `Date.now`. */
    now?: () => number;
}
/** The checked options, with all defaults filled in. */
export interface GuardConfig extends Readonly<Required<Pick<LoopGuardOptions, "scope" | "shadow" | "maxEntries" | "maxRuns" | "now">>> {
    readonly detectors: readonly Detector[];
    readonly steps: Steps;
    readonly message: string | ((detection: LoopDetection) => string) | undefined;
    readonly tools: ReadonlyMap<string, false | ToolPolicy>;
    /** For tools whose policy has no `volatile`. */
    readonly volatile: VolatileDefaults;
    readonly onDetection: LoopGuardOptions["onDetection"];
    readonly onRecovery: LoopGuardOptions["onRecovery"];
    /** Whether a verdict may be `ask`. */
    readonly mayAsk: boolean;
    /** `undefined`: nothing is done to requests. */
    readonly recover: RecoverConfig | undefined;
    /** Of one token, where a usage says no cost; `undefined`: nobody told. */
    readonly price: Price | undefined;
    /** Reports what the user's functions among the options throw. */
    readonly callbackErrors: CallbackErrors;
}
/** Of one token. */
type Price = Readonly<Record<"input" | "output" | "cached", number>>;
/** Checks options and fills them in. Throws `ERR_LOOPGUARD_OPTION`. */
export declare function readOptions(options: LoopGuardOptions): GuardConfig;
export {};
