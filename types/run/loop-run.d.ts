/** A run in memory: a run of the core, and what only JavaScript can do, such as call the user's functions. */
import type { LoopCall, LoopOutcome, LoopRun, Verdict } from "../base/types.ts";
import { type Event } from "../core/event.ts";
import type { CoreExplanation } from "../core/explanation.ts";
import { type CoreRun } from "../core/run.ts";
import type { CoreRestoreReport } from "../core/types.ts";
import type { ToolRules } from "../rules/tool-policy.ts";
import { BaseRun } from "./base-run.ts";
import type { GuardEngine, OpenRuns } from "./guard-engine.ts";
import { type Applied, type Use } from "./open-calls.ts";
export declare class GuardRun extends BaseRun<CoreRun, Verdict> implements LoopRun {
    #private;
    constructor(engine: GuardEngine, registry: OpenRuns<GuardRun> | undefined, runId: string | undefined);
    get closed(): boolean;
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
    /** The turn should have ended after an abort, but the host cannot end it: `turnEnded` says so until the next turn. */
    endTurn(): void;
    turnEnded(): boolean;
    /**
     * The agent wants to end its turn. `again`: it did before in this turn, and was sent back. `words`: its last message.
     * `warn`: the user should see that it goes round in circles. `hint` and beyond: the turn should end.
     */
    stopped(again: boolean, words: string | undefined): Verdict;
    reset(): void;
    rehydrate(history: string | Iterable<unknown>): Verdict;
    snapshot(): Uint8Array;
    /** Restores a snapshot. Throws and changes nothing for bytes that are not one. */
    restore(bytes: Uint8Array): CoreRestoreReport;
    close(): void;
    /** Gives the state up. If the host uses the run again, it continues with an empty state. */
    sleep(): void;
    protected say(verdict: Verdict): Verdict;
    protected whenKnown<T>(value: T | Promise<T>, _: string, __: unknown, use: Use<T, Verdict>): Verdict;
    protected tell(native: CoreRun, event: Event): void;
    protected submit(native: CoreRun, event: Event): Applied;
    protected wasJudged(native: CoreRun, id: string): boolean;
    protected ticketOf(native: CoreRun, id: string): number;
    protected nextNumber(): number;
    protected keyOf(id: string | undefined): string | undefined;
    protected knownVerdict(_id: string, ticket: number): Verdict | undefined;
    /** As `askCall` and `concluded`, without an event: what is allowed allocates nothing. */
    protected judgeCall(native: CoreRun, call: LoopCall, rules: ToolRules, id: string | undefined): Verdict;
    protected complete(native: CoreRun, call: LoopCall, outcome: LoopOutcome, rules: ToolRules, id: string | undefined, ticket: number, verdict: Verdict): Verdict;
}
/** Whether this copy of the package made that run. */
export declare function isOwnRun(run: unknown): run is BaseRun<unknown, unknown>;
