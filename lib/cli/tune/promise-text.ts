/** What `tune --promise` promises, and why it refuses to, in words. */
import { Failure } from "../failure.ts";
import { counted } from "../plain-text.ts";
import { upperBound } from "./binomial.ts";
import { percent, percentUp } from "./percent.ts";
import type { Asked, Tested, TunePromise } from "./promise-types.ts";

const HEALTHY: Readonly<Record<TunePromise["judgedBy"], string>> = {
  labels: "Healthy is a run with a label that says so.",
  regret: "Healthy is any run but those in which no refused call gave news; refused wrongly is one in which some did.",
};

/** `runs`: how many there are in all; when sessions are fewer, it says why. */
export function promiseText(promise: TunePromise, runs: number): string {
  const { judgedBy, needed, training, calibration, tested } = promise;
  const kept = tested.filter((one) => one.kept).at(-1) as Tested;
  const failed = tested.find((one) => !one.kept);
  const together =
    training + calibration < runs ? " A session and its sub-agents, or copies of a run, count as one." : "";
  const stricter =
    failed === undefined ? "None stricter was left to test." : `The next stricter one, ${failed.name}, ${did(failed)}.`;
  return [
    `Promised with ${sure(promise)} confidence: it refuses at most ${most(promise)} of healthy runs like these.`,
    `Chosen on ${counted(training, "run")} and tested on ${calibration} others, it ${did(kept)}. ${stricter}`,
    `${HEALTHY[judgedBy]}${together}`,
    "Like these: drawn as these were, from the same agents, models, tools and tasks in the same mixture, none depending on " +
      "another. Of other runs nothing is promised.",
    `This takes ${needed} healthy runs to test on when none of them is refused, and more when some are.`,
  ].join("\n");
}

/** There are too few healthy runs to test on, whatever the settings do. */
export function tooFew(asked: Asked & { readonly needed: number }, healthy: number): Failure {
  const instead =
    healthy === 0 ? "" : `, or promise ${percentUp(upperBound(0, healthy, 1 - asked.confidence))} or more`;
  return new Failure(
    `${cannot(asked)}: that takes ${asked.needed} healthy runs to test on, and these traces have ${healthy}, beside those that ` +
      `settings are chosen on. Bring about ${2 * asked.needed} healthy runs in all${instead}`,
  );
}

/** Even the most lenient setting refuses too much. */
export function notKept(promise: TunePromise): Failure {
  const [first] = promise.tested as [Tested];
  return new Failure(
    `${cannot(promise)}: ${first.name}, the most lenient of the settings, ${did(first)}. Ask for more than that of new runs, ` +
      "or see with loopguard scan what is refused: a tool may need a policy (poll, mutates, ignore)",
  );
}

function cannot(asked: Asked): string {
  return `It cannot be promised with ${sure(asked)} confidence that at most ${most(asked)} of healthy runs are refused`;
}

function did({ refused, healthy, bound }: Tested): string {
  return `refused ${refused} of ${counted(healthy, "healthy run")}: up to ${percentUp(bound)} of all`;
}

const sure = ({ confidence }: Asked): string => percent(confidence, 6);
const most = ({ share }: Asked): string => percent(share, 6);
