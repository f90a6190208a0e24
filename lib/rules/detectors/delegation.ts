import type { DetectorActions, DetectorBase, DetectorRecord, IsType } from "../detector-record.ts";
import { make, ofType, whole } from "../detector-record.ts";

export interface DelegationOptions {
  /** How many runs deep agents may start agents, 1 to 1,000: a run without a parent has depth 0. Default 8. */
  depth?: number;
  /** How often the same task, or the same round of handoffs, makes a detection, 2 to 100. Default 3. */
  threshold?: number;
}
export interface DelegationDetector extends DetectorBase<"delegation">, Readonly<Required<DelegationOptions>> {}

/**
 * Detects agents that hand work to each other and get nowhere: the same agents in the same order again and again, the
 * same agent with the same task, agents that start each other in circles, or agents that start agents without end. Fed by
 * `delegate()` and by the adapters, and silent without them.
 *
 * @example
 * new LoopGuard({ detectors: [delegation({ depth: 4 }), noNews()] });
 */
export function delegation(options?: DelegationOptions & DetectorActions): DelegationDetector {
  return make("delegation", DELEGATION, options);
}

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
export const DELEGATION_TEXTS: Readonly<Record<DelegationKind, (facts: DelegationFacts) => string>> = {
  same_task: ({ agent, count }) =>
    `Agent '${agent}' was given the same task ${count} times, and nothing new has happened since.`,
  handoff: ({ round, count }) =>
    `Agents ['${round.join("', '")}'] have handed over to each other in this order ${count} times, and nothing new has happened since.`,
  circle: ({ agent, round, count }) => {
    const who =
      round.length > 1
        ? `Agents ['${round.join("', '")}'] have started each other with the same tasks`
        : `Agent '${agent}' has started itself with the same task`;
    return `${who} ${count} times, one inside the other, and nothing new has happened since.`;
  },
  depth: ({ agent, count, limit }) => `Agent '${agent}' would work ${count} agents deep, and ${limit} are allowed.`,
};

export const isDelegation: IsType<DelegationDetector> = ofType("delegation");

/** The highest threshold. */
export const THRESHOLD_MAX = 100;

/** @internal */
export const DELEGATION: DetectorRecord<DelegationDetector> = {
  parameters: { depth: whole(8, 1, 1000), threshold: whole(3, 2, THRESHOLD_MAX) },
  single: true,
  ofRun: true,
  readsResults: true,
  text: ({ tool, repeats }) => DELEGATION_TEXTS.same_task({ agent: tool, count: repeats, round: [], limit: 0 }),
  warning: "Work is being sent around. Do it yourself, give another task, or finish the response.",
  advice:
    "The agent was not started. Do not delegate this again: do the work yourself, give another task, or finish the response.",
  details: ({ repeats }) => ({ count: repeats }),
  // Recorded calls do not say who started whom.
  needsOutcomes: () => true,
};
