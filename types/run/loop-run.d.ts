/** The state of one agent run: what is not a matter of numbers, around a run of the core. */
import type { LoopCall, LoopDetection, LoopGuardStats, LoopOutcome, LoopRun, Verdict } from "../base/types.ts";
import type { CoreExplanation } from "../core/explanation.ts";
import { type CoreRestoreReport } from "../core/types.ts";
import type { GuardEngine } from "./guard-engine.ts";
import type { RunRegistry } from "./run-registry.ts";
export declare class GuardRun implements LoopRun {
    #private;
    constructor(engine: GuardEngine, registry: RunRegistry<GuardRun> | undefined, runId: string | undefined);
    get runId(): string | undefined;
    get closed(): boolean;
    get tripped(): LoopDetection | null;
    before(call: LoopCall): Verdict;
    after(call: LoopCall, outcome: LoopOutcome): Verdict;
    invalid(call: LoopCall, error: unknown): Verdict;
    /**
     * What became of a call otherwise than this run said. `allow`: it refused the call, which ran all the same, as a history
     * shows; its `after` is still to come. `hint`: there was nobody to ask, so it did not run.
     */
    overrule(call: LoopCall, action?: "allow" | "hint"): void;
    /** Whether the core has a ticket for the call with this id: one of this round, or one that waits for its outcome. */
    knows(id: string): boolean;
    /** From now on it keeps why each detector fired or kept silent, as long as it is awake. */
    explain(): void;
    /** Of `call`, which was told last; or why nobody looks at it. */
    explanation(call: LoopCall): CoreExplanation | "exempt" | "retryable";
    beginRound(): void;
    beginTurn(): void;
    reset(): void;
    rehydrate(history: string | Iterable<unknown>): Verdict;
    snapshot(): Uint8Array;
    /** Puts the run into the state of a snapshot; throws and changes nothing when it is not one. */
    restore(bytes: Uint8Array): CoreRestoreReport;
    stats(): LoopGuardStats;
    close(): void;
    /** Gives the state up. A host that still holds the run, and uses it, goes on with an empty one. */
    sleep(): void;
}
