/**
 * `tune --promise`: a setting that refuses at most a share of healthy runs, with a stated confidence, whatever the
 * distribution of the runs is.
 *
 * Settings are put into an order on one half of the sessions, and tested on the other half, which nothing was chosen by
 * (split conformal prediction: Vovk, Gammerman and Shafer, Algorithmic Learning in a Random World, 2005). Of a setting that
 * is fixed before, the wrong refusals among n exchangeable healthy sessions are binomial, so Clopper and Pearson's bound
 * holds with the stated confidence over the draw of these n sessions. That is validity given the calibration set (Vovk,
 * Conditional validity of inductive conformal predictors, 2012), which is more than the (k + 1) / (n + 1) of split
 * conformal prediction and of conformal risk control (Angelopoulos, Bates and others, 2022): that is an average over all
 * calibration sets, and says nothing of the one at hand.
 *
 * Several settings are tested in a fixed sequence, from the most lenient to the strictest, up to the first that fails. The
 * sequence promises too much only if the first of its settings that is worse than promised passes, so each is tested at the
 * whole level (Angelopoulos, Bates, Candès, Jordan and Lei, Learn then test, 2021).
 */
import { trialsNeeded, upperBound } from "./binomial.ts";
import { compare } from "./choose.ts";
import type { CompactRun } from "./compact-run.ts";
import { byLabel, byRegret, type Count, countRefused } from "./judge.ts";
import { notKept, promiseText, tooFew } from "./promise-text.ts";
import { replayAll, SILENT } from "./replay.ts";
import type { Measured } from "./scores.ts";
import { halves } from "./sessions.ts";
import { BASE } from "./settings.ts";
import { type Sweep, type SweepOptions, sweep, unknownLabels } from "./sweep.ts";

/** What is to be promised: at most `share` of healthy runs refused. */
export interface Asked {
  readonly share: number;
  /** The probability, over the draw of the runs, that what is promised is true. */
  readonly confidence: number;
}

/** A setting on the half of the sessions that nothing was chosen by. */
export interface Tested extends Count {
  name: string;
  /** The upper bound of the share that is refused. */
  bound: number;
  /** Whether the bound is within the share that was asked for. */
  kept: boolean;
}

/** What is promised of the recommended setting, and by which evidence. Counts are of sessions. */
export interface TunePromise extends Asked {
  readonly judgedBy: "labels" | "regret";
  /** Healthy sessions that it takes, if none of them is refused. */
  readonly needed: number;
  /** Sessions that the settings were put in order on, and those that they were tested on; healthy or not. */
  readonly training: number;
  readonly calibration: number;
  /** In the order of the tests. The last one that is kept is the promised setting. */
  readonly tested: readonly Tested[];
}

/** A sweep of the training half; the recommended setting is the strictest that the promise holds for. */
export interface PromisedSweep extends Sweep {
  promise: TunePromise;
}

/** Throws a `Failure` if nothing can be promised. */
export function promisedSweep(
  runs: readonly CompactRun[],
  asked: Asked,
  { labels, progress }: SweepOptions,
): PromisedSweep {
  const { training, calibration } = halves(runs);
  const chosenOn = training.flat();
  const testedOn = calibration.flat();
  const judge = labels === undefined ? byRegret : byLabel(labels);
  const silent = testedOn.map(() => SILENT);
  const evidence = {
    ...asked,
    judgedBy: labels === undefined ? ("regret" as const) : ("labels" as const),
    needed: trialsNeeded(asked.share, 1 - asked.confidence),
    training: training.length,
    calibration: calibration.length,
  };
  const { healthy } = countRefused(calibration, silent, judge);
  if (healthy < evidence.needed) throw tooFew(evidence, healthy);
  const found = sweep(chosenOn, { labels, ...(progress && { progress }) });
  const order = inOrder(found.measured, (one) => ({
    harm: countRefused(training, one.firings, judge).refused,
    gain: labels === undefined ? one.regret.saved : (one.blocking?.right ?? 0),
  }));
  const tested = testInOrder(order, asked, ({ setting }) => ({
    name: setting.name,
    ...countRefused(calibration, replayAll(setting, testedOn), judge),
  }));
  const recommended = order[tested.filter(({ kept }) => kept).length - 1];
  const promise = { ...evidence, tested };
  if (recommended === undefined) throw notKept(promise);
  return {
    ...found,
    unknownLabels: unknownLabels(runs, labels),
    recommended,
    why: promiseText(promise, runs.length),
    heldOut: undefined,
    promise,
  };
}

/** A setting, and what it does on the training half: healthy sessions refused, and what refusals are for. */
interface Effect<T> {
  readonly one: T;
  readonly harm: number;
  readonly gain: number;
}

type Rank<T> = (effect: Effect<T>) => readonly number[];

/**
 * From the most lenient to the strictest: the presets, and between them the settings that gain the most for each further
 * healthy session refused. Each gains more than the one before it. Few steps, since a test that fails ends the sequence.
 * Where nothing is to be gained, the base preset alone.
 */
export function inOrder<T extends Pick<Measured, "setting">>(
  all: readonly T[],
  effect: (one: T) => Omit<Effect<T>, "one">,
): T[] {
  const known = all.map((one) => ({ one, ...effect(one) })).filter(({ gain }) => gain > 0);
  if (known.length === 0) return all.filter(({ setting }) => setting.name === BASE);
  const simple = ({ one: { setting } }: Effect<T>) => (setting.name === BASE ? 0 : -setting.detectors.length);
  const steps = known.filter(({ one }) => one.setting.family === "preset");
  let step = first(known, (it) => [-it.harm, it.gain, simple(it)]);
  while (step !== undefined) {
    const { harm, gain } = step;
    steps.push(step);
    const stricter = known.filter((it) => it.gain > gain);
    step = first(stricter, (it) => [(it.gain - gain) / (it.harm - harm), it.gain, simple(it)]);
  }
  steps.sort((a, b) => a.harm - b.harm || a.gain - b.gain || simple(b) - simple(a));
  let most = 0;
  return steps.flatMap(({ one, gain }) => {
    if (gain <= most) return [];
    most = gain;
    return [one];
  });
}

/** The one with the highest rank; among equals the first. */
function first<T>(all: readonly Effect<T>[], rank: Rank<T>): Effect<T> | undefined {
  return all.reduce<Effect<T> | undefined>(
    (found, it) => (found === undefined || compare(rank(it), rank(found)) > 0 ? it : found),
    undefined,
  );
}

/** The tests in a fixed sequence: up to the first that fails, which is the last of the answer. */
export function testInOrder<T>(
  order: readonly T[],
  { share, confidence }: Asked,
  count: (one: T) => Count & { name: string },
): Tested[] {
  const tested: Tested[] = [];
  for (const one of order) {
    const counted = count(one);
    const bound = upperBound(counted.refused, counted.healthy, 1 - confidence);
    const kept = bound <= share;
    tested.push({ ...counted, bound, kept });
    if (!kept) break;
  }
  return tested;
}
