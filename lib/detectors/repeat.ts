import { make } from "./make.ts";
import type { DetectorActions, DetectorBase, ThresholdOptions } from "./options.ts";
import { FLAG, REACH_MAX, whole } from "./parameters.ts";
import type { DetectorRecord } from "./record.ts";
import {
  at,
  counted,
  earlier,
  type History,
  named,
  newest,
  nothingToCompare,
  type Observation,
  type Seen,
  sameResult,
  tail,
} from "./sighting.ts";

export interface RepeatOptions extends ThresholdOptions {
  /** `true`: only calls that fail count, whatever their errors. Default `false`. */
  failures?: boolean;
}
export interface RepeatDetector extends DetectorBase<"repeat">, Readonly<Required<RepeatOptions>> {}

/**
 * Detects the same call `threshold` times in a row, with no other call in between, whatever its results.
 *
 * @example
 * new LoopGuard({ detectors: [repeat({ threshold: 5 })] });
 */
export function repeat(options?: RepeatOptions & DetectorActions): RepeatDetector {
  return make("repeat", REPEAT, options);
}

/** @internal */
export const REPEAT: DetectorRecord<RepeatDetector> = {
  parameters: { threshold: whole(3, 2, REACH_MAX), failures: FLAG },
  readsResults: true,
  ofOneCall: true,
  text: ({ tool, threshold }) => `Tool '${tool}' called ${threshold} times with identical arguments.`,
  advice: "This call was not run. Use the results you already have, take a different approach, or finish the response.",
  details: ({ tool, threshold }) => ({ tool, count: threshold }),
  example: () => repeat(),
  needs: ({ failures, threshold }) => (failures ? { failedInARow: threshold } : { inARow: threshold }),
  couldFire: ({ threshold }, { mostOfOneCall }) => mostOfOneCall >= threshold,
  tried: () => [
    ...[2, 3, 4, 5, 8, 10].map((threshold) => repeat({ threshold })),
    ...[2, 3, 4, 5].map((threshold) => repeat({ threshold, failures: true })),
  ],
  varied: ["threshold"],
  reach: ({ threshold }) => threshold,
  lookAtCompleted: ({ failures, threshold }, history, own) => look(failures, history, own ?? threshold),
};

function look(failures: boolean, history: History, needed: number): Seen {
  const last = newest(history);
  const isOwn = (call: Observation) => call.identity === last.identity;
  const count = tail(history, (call) => isOwn(call) && (!failures || (call.failed && call.result !== null)));
  const run = history.slice(history.length - count);
  const strong = run.every((call) => sameResult(call, last));
  const before = earlier(history, isOwn);
  const breaker = history.at(-1 - count);
  if (before === undefined) return counted(count, needed, strong, "no such call before");
  if (failures && !last.failed) return counted(0, needed, strong, "the call did not fail");
  if (failures && last.result === null) return counted(0, needed, strong, nothingToCompare(last));
  if (count > 1) {
    const why = `same call as ${at(before)}${strong ? ", with the same result" : ""}`;
    return counted(count, needed, strong, why, before);
  }
  const why =
    breaker !== undefined && isOwn(breaker)
      ? `same call as ${at(before)}, which did not fail`
      : `same call as ${at(before)}, but ${named(breaker as Observation)} lies between`;
  return counted(count, needed, strong, why, before);
}
