/** From firings to numbers. */
import type { CompactRun } from "./compact-run.ts";
import type { Label } from "./labels.ts";
import { NO_REFUSALS, type Regret, regretOf, summedRegret } from "./regret.ts";
import type { Firing } from "./replay.ts";
import type { Setting } from "./settings.ts";

/**
 * How well firings fit the labels. A firing before the first wasted call of a stuck run is too early, and counts as wrong,
 * as one in a healthy run does.
 */
export interface Accuracy {
  stuck: number;
  right: number;
  /** Firings in healthy runs, or too early. */
  wrong: number;
  /** `right / stuck`; `null` without stuck runs. */
  recall: number | null;
  /** `right / (right + wrong)`; `null` without firings. */
  precision: number | null;
  /** Of precision and recall; 0 where either is missing. */
  f1: number;
  /** Calls from the first wasted one to the firing, the median of those that are right; `null` without any. */
  delay: number | null;
}

/** What a setting would have done to all runs. Counts are of runs unless they say otherwise. */
export interface Measured {
  readonly setting: Setting;
  readonly firings: readonly Firing[];
  /** Runs with a detection of any kind. */
  readonly flagged: number;
  /** With a warning, and nothing sterner. */
  readonly warned: number;
  /** With a refusal, and no abort. */
  readonly refused: number;
  readonly aborted: number;
  readonly callsSaved: number;
  readonly tokensSaved: number;
  /** For all runs: how many refused calls gave news, and how many redundant calls were saved. */
  readonly regret: Regret;
  /** With labels: of detections of any kind, and of refusals alone. */
  readonly any: Accuracy | undefined;
  readonly blocking: Accuracy | undefined;
  /** No other setting beats it: see `markPareto`. */
  pareto: boolean;
}

/** The runs, and what is known about them. */
export interface Evidence {
  readonly runs: readonly CompactRun[];
  /** The label of each run; `undefined` without one. */
  readonly labels: readonly (Label | undefined)[];
  /** The counts if nothing is refused. */
  readonly quiet: Regret;
}

export function evidenceOf(runs: readonly CompactRun[], labels: ReadonlyMap<string, Label> | undefined): Evidence {
  const quiet = summedRegret(runs.map(({ gave }) => regretOf(gave, NO_REFUSALS)));
  return { runs, labels: runs.map(({ id }) => labels?.get(id)), quiet };
}

export function measure(setting: Setting, firings: readonly Firing[], evidence: Evidence): Measured {
  const { labels } = evidence;
  const count = (holds: (firing: Firing, index: number) => boolean) => firings.filter(holds).length;
  const sum = (value: (firing: Firing) => number) => firings.reduce((total, firing) => total + value(firing), 0);
  const labelled = labels.some((label) => label !== undefined);
  const rates = (of: "any" | "blocking") =>
    labelled
      ? accuracy(
          firings.map((firing) => firing[of]),
          labels,
        )
      : undefined;
  return {
    setting,
    firings,
    flagged: count(({ any }) => fired(any)),
    warned: count(({ any, blocking }) => fired(any) && !fired(blocking)),
    refused: count(({ blocking, abort }) => fired(blocking) && !fired(abort)),
    aborted: count(({ abort }) => fired(abort)),
    callsSaved: sum(({ callsSaved }) => callsSaved),
    tokensSaved: Math.round(sum(({ tokensSaved }) => tokensSaved)),
    regret: regretUnder(firings, evidence),
    any: rates("any"),
    blocking: rates("blocking"),
    pareto: false,
  };
}

/** `firings`: one for each run. Most runs have no refusals, so their counts are computed only once. */
export function regretUnder(firings: readonly Pick<Firing, "refusals">[], { runs, quiet }: Evidence): Regret {
  const refusing = firings.flatMap(({ refusals }, index) =>
    refusals.all.length === 0 ? [] : [regretOf((runs[index] as CompactRun).gave, refusals)],
  );
  return { ...summedRegret(refusing), runs: quiet.runs, redundant: quiet.redundant };
}

/** Whether it is an index, and not `Infinity`, which stands for "never". */
const fired = Number.isFinite;

/** `first`: for each run the index of the call that fired. */
export function accuracy(first: readonly number[], labels: readonly (Label | undefined)[]): Accuracy {
  const delays: number[] = [];
  let stuck = 0;
  let wrong = 0;
  labels.forEach((label, index) => {
    if (label === undefined) return;
    const call = first[index] as number;
    if (label.stuck) stuck++;
    if (!fired(call)) return;
    if (call >= label.firstStuckCall) delays.push(call - label.firstStuckCall);
    else wrong++;
  });
  return rated(stuck, wrong, delays);
}

/** The accuracy over the runs of all parts. The delay of a sum is unknown. */
export function summed(parts: readonly Accuracy[]): Accuracy {
  const of = (key: "stuck" | "right" | "wrong") => parts.reduce((sum, part) => sum + part[key], 0);
  return {
    ...rated(
      of("stuck"),
      of("wrong"),
      Array.from({ length: of("right") }, () => 0),
    ),
    delay: null,
  };
}

function rated(stuck: number, wrong: number, delays: number[]): Accuracy {
  const right = delays.length;
  const recall = stuck === 0 ? null : right / stuck;
  const precision = right + wrong === 0 ? null : right / (right + wrong);
  const f1 = right === 0 ? 0 : (2 * right) / (stuck + right + wrong);
  const delay = delays.sort((a, b) => a - b)[Math.floor(right / 2)] ?? null;
  return { stuck, right, wrong, recall, precision, f1, delay };
}

/**
 * Marks the settings that are not beaten: with labels in recall and precision, else in redundant calls saved and first
 * refusals of news. Of those that are equal in both, the ones that are sooner, or save more.
 */
export function markPareto(all: readonly Measured[]): void {
  const known = all.map((one) => {
    const { any, regret, callsSaved } = one;
    if (any === undefined) return { one, gain: regret.saved, harm: regret.firstNews, extra: callsSaved };
    return { one, gain: any.recall ?? 0, harm: 1 - (any.precision ?? 1), extra: -(any.delay ?? 0) };
  });
  for (const { one, gain, harm, extra } of known) {
    const beaten = known.some(
      (other) =>
        other.gain >= gain && other.harm <= harm && (other.gain > gain || other.harm < harm || other.extra > extra),
    );
    one.pareto = gain > 0 && !beaten;
  }
}
