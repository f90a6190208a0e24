import type { DetectorActions, DetectorBase, IsType } from "../detector-record.ts";
export interface DelegationOptions {
    /** How many runs deep agents may start agents, 1 to 1,000: a run without a parent has depth 0. Default 8. */
    depth?: number;
    /** How often the same task, or the same round of handoffs, makes a detection, 2 to 100. Default 3. */
    threshold?: number;
}
export interface DelegationDetector extends DetectorBase<"delegation">, Readonly<Required<DelegationOptions>> {
}
/**
 * Detects agents that hand work to each other and get nowhere: the same agents in the same order again and again, the
 * same agent with the same task, agents that start each other in circles, or agents that start agents without end. Fed by
 * `delegate()` and by the adapters, and silent without them.
 *
 * @example
 * new LoopGuard({ detectors: [delegation({ depth: 4 }), noNews()] });
 */
export declare function delegation(options?: DelegationOptions & DetectorActions): DelegationDetector;
/** What was found: a task that an agent gets again, a round of handoffs, agents that start each other, runs that are too deep. */
export type DelegationKind = "same_task" | "handoff" | "circle" | "depth";
interface DelegationFacts {
    readonly agent: string;
    readonly count: number;
    /** For `handoff` and `circle`: one round, in order. */
    readonly round: readonly string[];
    /** For `depth`: the allowed depth. */
    readonly limit: number;
}
/** What was found, in one sentence. */
export declare const DELEGATION_TEXTS: Readonly<Record<DelegationKind, (facts: DelegationFacts) => string>>;
export declare const isDelegation: IsType<DelegationDetector>;
/** The highest threshold. */
export declare const THRESHOLD_MAX = 100;
export {};
