/** What the runs of one guard share: the core's guard, the rules of the tools, and where reports go. */
import { type Rungs } from "../base/ladder.ts";
import type { LoopDetection, Verdict, VerdictAction } from "../base/types.ts";
import type { GuardConfig } from "../config/options.ts";
import type { ToolPolicies, ToolRules } from "../config/tool-policy.ts";
import type { CoreRun } from "../core/run.ts";
import type { CoreReport } from "../core/types.ts";
import { type CustomDetector } from "../detectors/custom.ts";
import { type DelegationDetector } from "../detectors/delegation.ts";
import { type SimilarQueryDetector } from "../detectors/similar-query.ts";
import { type Detector } from "../detectors/table.ts";
import { type TextRepeatDetector } from "../detectors/text-repeat.ts";
import { Tally } from "../report/tally.ts";
import { AgentTools } from "./agent-tools.ts";
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
}
