import type { LoopDetection, VerdictAction } from "../../base/types.ts";
import type { DetectorBase, IsType } from "../detector-record.ts";
export interface BudgetOptions {
    /** Calls that may run, those that reach no tool included. `Infinity`, here and below: no limit, the default. */
    calls?: number;
    /** Tokens, input and output together, that `usage` may tell of. */
    tokens?: number;
    /** What `usage` may tell of as `cost`, in any currency; prices are the host's to know. */
    cost?: number;
    /** Seconds since the first call or usage of the period, by the guard's clock. */
    seconds?: number;
    /** Verdicts `hint`, `ask` and `abort` on calls, but for those that a human let run. */
    refusals?: number;
    /**
     * `"turn"`: each user message has the budget anew. `"run"`: until `reset()`. `"key"`: for as long as the state of the run's
     * key lives, `reset()` or not. Default `"run"`.
     */
    per?: "turn" | "run" | "key";
    /** Only calls of these tools, by name or glob, count and are refused. Not with `tokens` or `cost`. Default: every tool. */
    tools?: readonly string[];
    /** The share of a limit at which the model is warned, once; 0: never. Default 0.8. */
    warn?: number;
    /** The share from which a human is asked before each call; 0: never. Default 0. */
    ask?: number;
    /** The share from which calls are refused and the run ends; 0: never. Default 1. */
    abort?: number;
    /** Decides in place of the shares, as the guard's `action` does. */
    action?: (detection: LoopDetection) => VerdictAction;
}
export interface BudgetDetector extends DetectorBase<"budget">, Readonly<Required<Omit<BudgetOptions, "action">>> {
}
/**
 * What a run may use. A policy beside the detectors: it looks for no loop, no ladder applies to it, and its refusals come
 * before those of all detectors. Tokens and cost are what `usage` is told.
 *
 * @example
 * const guard = new LoopGuard({ detectors: [noNews(), budget({ tokens: 200_000, calls: 100 }), budget({ calls: 5, tools: ["deploy_*"], per: "key" })] });
 * guard.usage({ inputTokens: 1200, outputTokens: 80 });
 */
export declare function budget(options: BudgetOptions): BudgetDetector;
/** Whether a detector is `budget`: its tools are part of the tools' profiles in the core. */
export declare const isBudget: IsType<BudgetDetector>;
/** The option of a guard that is a budget beside whatever detects. */
export declare const BUDGET_PATH = "budget";
/** That option as an entry of `detectors`. */
export declare function budgetEntry(value: unknown): Record<string, unknown>;
