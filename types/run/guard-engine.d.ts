/** What the runs of one guard share: the core's guard, the rules of the tools, counts, and which runs are open. */
import { type Steps } from "../base/action-ladder.ts";
import type { LoopDetection, LoopGuardStats, LoopRecovery, Verdict } from "../base/types.ts";
import type { CoreRun } from "../core/run.ts";
import type { CoreReport } from "../core/types.ts";
import { type CustomDetector } from "../rules/detectors/custom.ts";
import { type DelegationDetector } from "../rules/detectors/delegation.ts";
import { type SimilarQueryDetector } from "../rules/detectors/similar-query.ts";
import { type TextRepeatDetector } from "../rules/detectors/text-repeat.ts";
import type { GuardConfig } from "../rules/options.ts";
import { type Detector } from "../rules/table.ts";
import type { ToolPolicies, ToolRules } from "../rules/tool-policy.ts";
import { AgentTools } from "./run-tree.ts";
/** Counts of a run, which are also counted in those `above`, of its guard. */
export declare class Tally {
    #private;
    /** The host has called `after`, and has told what was used. */
    isAnswered: boolean;
    /** When so many calls were unanswered that the host may have forgotten `after`, by the guard's clock. */
    unansweredAt: number | undefined;
    hasUsage: boolean;
    /** Calls that were judged. */
    calls: number;
    constructor(above?: Tally);
    /** Counts a call that was judged and may run. */
    allowed(argumentCharacters: number): void;
    /** Counts a call that was judged and belongs to a loop. */
    judged(verdict: Verdict, argumentCharacters: number): void;
    /** Counts a warning that is given with the result of a call that ran. */
    warned(): void;
    completed(resultCharacters: number): void;
    /** Counts a loop, at its first strike. */
    loop(detection: LoopDetection): void;
    recovered(recovery: LoopRecovery): void;
    stats(runs: number): LoopGuardStats;
}
export declare class GuardEngine {
    #private;
    readonly config: GuardConfig;
    readonly tools: ToolPolicies;
    readonly tally: Tally;
    /** Custom detectors, each with its place among all detectors. */
    readonly custom: readonly (readonly [index: number, detector: CustomDetector])[];
    readonly similarQuery: SimilarQueryDetector | undefined;
    /** With its place among all detectors. */
    readonly textRepeat: readonly [index: number, detector: TextRepeatDetector] | undefined;
    readonly delegation: readonly [index: number, detector: DelegationDetector] | undefined;
    /** The tools whose calls start agents; `undefined`: nobody looks at delegations. */
    readonly agentTools: AgentTools | undefined;
    readonly replay: boolean;
    /** Some detector compares results, or warns, which depends on the result. Otherwise results, which may be large, are not sent to the core. */
    readonly readsResults: boolean;
    /** Some detector learns from outcomes. */
    readonly needsOutcomes: boolean;
    /** Notifies no listener: for `check` and `checkMessages`. */
    readonly silent: boolean;
    readonly shadow: boolean;
    /** The time in milliseconds. */
    readonly clock: () => number;
    /** The time in a history that is replayed; NaN: not known. */
    recordedAt: number;
    /** Some detector depends on time, and on everything that happens in a run. */
    readonly judgesNews: boolean;
    /** Calls need a time. */
    readonly readsClock: boolean;
    /** Some budget limits what `usage` is told, or time. */
    readonly hasBudgets: boolean;
    /** Some budget limits cost; tokens or cost. */
    readonly limitsCost: boolean;
    readonly limitsUsage: boolean;
    /** `"check"`: for a history in which every call ran. `"replay"`: for one in which this guard may have refused calls. */
    constructor(config: GuardConfig, key: Uint8Array | undefined, tools: ToolPolicies, use?: "run" | "check" | "replay", tally?: Tally);
    /** The key of its digests. */
    get key(): Uint8Array;
    /** The same engine under another key, for a run whose state has its own key. The caller must close it. */
    withKey(key: Uint8Array): GuardEngine;
    /** The same engine without listeners. The caller must close it. */
    silentCopy(): GuardEngine;
    get closed(): boolean;
    /** Nobody has told yet what calls have returned, or the model has used, and somebody looks at it. */
    get isUntold(): boolean;
    newRun(): CoreRun;
    close(): void;
    /** The detector of a report; `undefined` for the rule for polls. */
    detectorOf(report: CoreReport): Detector | undefined;
    /** The steps that apply, as in the core: the tool's, if it is about one, else the detector's, else the guard's. */
    stepsOf(rules: Pick<ToolRules, "steps"> | undefined, report: CoreReport): Steps;
}
interface KeptRun {
    readonly closed: boolean;
    /** Gives the state up; the run may be used again. */
    sleep(): unknown;
    close(): unknown;
}
/** Runs by a string, or by an object that identifies them, such as a framework's context, which is not kept alive. */
interface RunsByKey<Key, Run> {
    get(key: Key): Run | undefined;
    set(key: Key, run: Run): unknown;
    delete(key: Key): unknown;
}
/** The open runs of one kind. Beyond `max` the least recently used gives its state up. */
export declare class OpenRuns<Run extends KeptRun> {
    #private;
    constructor(max: number);
    get size(): number;
    /** The run of a key; `make` makes it, and makes a new one once that is closed. */
    get<Key extends string | object>(runs: RunsByKey<Key, Run>, key: Key, make: () => Run): Run;
    /** `run` is in use. A run that gave its state up is taken in again, under its key if no other has it. */
    touch(run: Run): void;
    remove(run: Run): void;
    /** The runs with a string as key, the least recently used first. */
    named(): Generator<[string, Run]>;
    closeAll(): void;
}
export {};
