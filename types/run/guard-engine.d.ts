import { type Rungs } from "../base/ladder.ts";
import type { LoopDetection, LoopGuardStats, LoopRecovery, Verdict, VerdictAction } from "../base/types.ts";
import type { CoreRun } from "../core/run.ts";
import type { CoreReport } from "../core/types.ts";
import { type CustomDetector } from "../rules/custom.ts";
import { type DelegationDetector } from "../rules/delegation.ts";
import type { GuardConfig } from "../rules/options.ts";
import { type SimilarQueryDetector } from "../rules/similar-query.ts";
import { type Detector } from "../rules/table.ts";
import { type TextRepeatDetector } from "../rules/text-repeat.ts";
import type { ToolPolicies, ToolRules } from "../rules/tool-policy.ts";
import { AgentTools } from "./lineage.ts";
export declare class Tally {
    #private;
    /** Counts a call that was judged and may run. */
    allowed(argumentCharacters: number): void;
    /** Counts a call that was judged and belongs to a loop. */
    judged({ action, allowed, detection }: Verdict, argumentCharacters: number): void;
    /** Counts a warning that is given with the result of a call that ran. */
    warned(): void;
    completed(resultCharacters: number): void;
    /** Counts a loop, at its first strike. */
    loop(detection: LoopDetection): void;
    recovered({ rung, outcome }: LoopRecovery): void;
    /** How many calls were judged. */
    get calls(): number;
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
    readonly quiet: boolean;
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
    /** Some budget limits cost. */
    readonly limitsCost: boolean;
    /** `"check"`: for a history in which every call ran. `"replay"`: for one in which this guard may have refused calls. */
    constructor(config: GuardConfig, key: Uint8Array | undefined, tools: ToolPolicies, use?: "run" | "check" | "replay", tally?: Tally);
    /** The key of its digests. */
    get key(): Uint8Array;
    /** The same engine under another key, for a run whose state has its own key. The caller must close it. */
    withKey(key: Uint8Array): GuardEngine;
    /** The same engine without listeners. The caller must close it. */
    quietly(): GuardEngine;
    get closed(): boolean;
    newRun(): CoreRun;
    close(): void;
    /** The detector of a report; `undefined` for the rule for polls. */
    detectorOf(report: CoreReport): Detector | undefined;
    /** The rungs that apply, as in the core: the tool's, if it is about one, else the detector's, else the guard's. */
    rungsOf(rules: Pick<ToolRules, "rungs"> | undefined, report: CoreReport): Rungs;
    /** The text for the model. */
    messageFor(action: VerdictAction, detection: LoopDetection, report: CoreReport, rungs: Rungs): string;
    /** Notifies listeners. `ran`: the call had run when the loop was found. */
    report(detection: LoopDetection, verdict: Verdict, ran: boolean): void;
    /** Counts what was done to a request, and notifies listeners. */
    recovered(recovery: LoopRecovery): void;
}
