import { make } from "./make.ts";
import type { DetectorActions, DetectorBase, ThresholdOptions } from "./options.ts";
import { REACH_MAX, whole } from "./parameters.ts";
import type { DetectorRecord } from "./record.ts";
import {
  at,
  counted,
  type History,
  named,
  newest,
  nothingToCompare,
  type Observation,
  roundsOf,
  type Seen,
  sameResult,
  tail,
} from "./sighting.ts";

export interface StallDetector extends DetectorBase<"stall">, Readonly<Required<ThresholdOptions>> {}

/**
 * Detects a tool that gives the same result `threshold` times in a row, whatever the arguments.
 *
 * @example
 * new LoopGuard({ detectors: [stall({ threshold: 6 })] });
 */
export function stall(options?: ThresholdOptions & DetectorActions): StallDetector {
  return make("stall", STALL, options);
}

/** @internal */
export const STALL: DetectorRecord<StallDetector> = {
  parameters: { threshold: whole(3, 2, REACH_MAX) },
  readsResults: true,
  text: ({ tool, threshold }) =>
    `Tool '${tool}' returned the same result ${threshold} times — agent is polling without progress.`,
  advice:
    "This call was not run. If you are waiting for something, make one blocking wait; otherwise take a different approach, or finish the response.",
  details: ({ tool, threshold }) => ({ tool, count: threshold }),
  example: () => stall(),
  needs: ({ threshold }) => ({ stall: threshold }),
  couldFire: ({ threshold }, { mostOfOneResult }) => mostOfOneResult >= threshold,
  tried: () => [3, 4, 6, 8, 12].map((threshold) => stall({ threshold })),
  varied: ["threshold"],
  reach: ({ threshold }) => threshold,
  lookAtCompleted: ({ threshold }, history, own) => look(history, own ?? threshold),
};

function look(history: History, needed: number): Seen {
  const last = newest(history);
  if (last.result === null) return counted(0, needed, false, nothingToCompare(last));
  const length = tail(history, (call) => call.name === last.name && sameResult(call, last));
  const run = history.slice(history.length - length);
  const strong = run.every((call) => call.identity === last.identity);
  const count = roundsOf(run);
  const breaker = history.at(-1 - length);
  if (count > 1) {
    const before = run.at(-2) as Observation;
    return counted(count, needed, strong, `same tool and result as ${at(before)}`, before);
  }
  if (length > 1) return counted(count, needed, strong, "the calls of one round count once");
  if (breaker === undefined) return counted(count, needed, strong, "the first call of the turn");
  if (breaker.name !== last.name) return counted(count, needed, strong, `${named(breaker)} used another tool`);
  return counted(count, needed, strong, `the result differs from ${at(breaker)}'s`, breaker);
}
