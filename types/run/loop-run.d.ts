/** One agent run: a run of the core, and what only JavaScript can do, such as call the user's functions. */
import type { LoopCall, LoopDetection, LoopGuardStats, LoopOutcome, LoopRun, Verdict } from "../base/types.ts";
import type { CoreExplanation } from "../core/explanation.ts";
import type { CoreRestoreReport } from "../core/types.ts";
import type { GuardEngine } from "./guard-engine.ts";
import type { OpenRuns } from "./open-runs.ts";
import { ToldRun } from "./told-run.ts";
export declare class GuardRun extends ToldRun implements LoopRun {
    #private;
    readonly runId: string | undefined;
    constructor(engine: GuardEngine, registry: OpenRuns<GuardRun> | undefined, runId: string | undefined);
    get closed(): boolean;
    get tripped(): LoopDetection | null;
    before(call: LoopCall): Verdict;
    after(call: LoopCall, outcome: LoopOutcome): Verdict;
    invalid(call: LoopCall, error: unknown): Verdict;
    /**
     * Corrects the verdict on a call. `allow`: the call was refused but ran, as a recorded history shows; its `after` follows.
     * `hint`: the verdict was `ask`, there was nobody to ask, and the call did not run.
     */
    overrule(call: LoopCall, action?: "allow" | "hint"): void;
    /** Whether the call with this id is in progress, or was judged in this round. */
    knows(id: string): boolean;
    /** Whether the call with this id was judged in this round. */
    judged(id: string): boolean;
    /** The verdict that a call of this round had. Nothing changes, and no listener is called. */
    said(call: LoopCall): Verdict;
    /** From now on the run notes why each detector fired or did not, until it is closed or gives its state up. */
    explain(): void;
    /** The explanation for `call`, which must be the call judged last; or why no detector looks at it. */
    explanation(call: LoopCall): CoreExplanation | "exempt" | "retryable";
    reset(): void;
    rehydrate(history: string | Iterable<unknown>): Verdict;
    snapshot(): Uint8Array;
    /** Restores a snapshot. Throws and changes nothing for bytes that are not one. */
    restore(bytes: Uint8Array): CoreRestoreReport;
    stats(): LoopGuardStats;
    close(): void;
    /** Gives the state up. If the host uses the run again, it continues with an empty state. */
    sleep(): void;
}
