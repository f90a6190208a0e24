/** What the runs of one guard share: the core's guard, the rules of the tools, and where reports go. */
import { type Rungs } from "../base/ladder.ts";
import type { LoopDetection, Verdict, VerdictAction } from "../base/types.ts";
import type { GuardConfig } from "../config/options.ts";
import type { ToolPolicies, ToolRules } from "../config/tool-policy.ts";
import type { CoreRun } from "../core/run.ts";
import type { CoreReport } from "../core/types.ts";
import { type CustomDetector } from "../detectors/custom.ts";
import { type SimilarQueryDetector } from "../detectors/similar-query.ts";
import { type Detector } from "../detectors/table.ts";
import { Tally } from "../report/tally.ts";
export declare class GuardEngine {
    #private;
    readonly config: GuardConfig;
    readonly tools: ToolPolicies;
    readonly tally: Tally;
    /** Custom detectors with their places among the detectors. */
    readonly custom: readonly (readonly [index: number, detector: CustomDetector])[];
    readonly similarQuery: SimilarQueryDetector | undefined;
    readonly replay: boolean;
    /** Some detector compares results. Else their texts, of any size, stay out of the core. */
    readonly readsResults: boolean;
    /** Says nothing to anybody: the engine of `check` and `checkMessages`. */
    readonly quiet: boolean;
    readonly shadow: boolean;
    /** Milliseconds, for the core. */
    readonly clock: () => number;
    /** The clock of a history, for whoever plays it; NaN: it does not say when its calls were made. */
    recordedAt: number;
    /** Some detector goes by time, and by everything that happens in a run. */
    readonly judgesNews: boolean;
    /** `"check"`: looks at a history in which every call ran. `"replay"`: at one in which it refused calls itself. */
    constructor(config: GuardConfig, key: Uint8Array | undefined, tools: ToolPolicies, use?: "run" | "check" | "replay", tally?: Tally);
    /** The key of its digests. */
    get key(): Uint8Array;
    /** The same under another key, for a run whose state has one of its own; to be closed by whoever asked for it. */
    withKey(key: Uint8Array): GuardEngine;
    /** The same under the same key, which says nothing to anybody; to be closed by whoever asked for it. */
    quietly(): GuardEngine;
    newRun(): CoreRun;
    close(): void;
    /** The detector that a report names; none for the rule of polls. */
    detectorOf(report: CoreReport): Detector | undefined;
    /** The rungs in force, as the core sees them: the tool's, else the detector's, else the guard's. */
    rungsOf(rules: ToolRules, report: CoreReport): Rungs;
    /** What the model reads. */
    messageFor(action: VerdictAction, detection: LoopDetection, report: CoreReport, rungs: Rungs): string;
    /** Tells whoever wants to know. `ran`: the call had run when the loop was found. */
    report(detection: LoopDetection, verdict: Verdict, ran: boolean): void;
}
