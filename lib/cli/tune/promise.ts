/**
 * `tune --promise`: a setting that refuses at most a share of healthy runs, with a stated confidence, whatever the
 * distribution of the runs is.
 *
 * Settings are put into an order on one half of the sessions, and tested on the other half, which nothing was chosen by
 * (split conformal prediction: Vovk, Gammerman and Shafer, Algorithmic Learning in a Random World, 2005). Of a setting that
 * is fixed before, the wrong refusals among n independent healthy sessions are binomial, so Clopper and Pearson's bound
 * holds with the stated confidence over the draw of these n sessions. That is validity given the calibration set (Vovk,
 * Conditional validity of inductive conformal predictors, 2012), which is more than the (k + 1) / (n + 1) of split
 * conformal prediction and of conformal risk control (Angelopoulos, Bates and others, 2022): that is an average over all
 * calibration sets, and says nothing of the one at hand.
 *
 * Several settings are tested in a fixed sequence, from the most lenient to the strictest, up to the first that fails. The
 * sequence promises too much only if the first of its settings that is worse than promised passes, so each is tested at the
 * whole level (Angelopoulos, Bates, Candès, Jordan and Lei, Learn then test, 2021).
 */
import { trialsNeeded } from "./binomial.ts";
import type { CompactRun } from "./compact-run.ts";
import { inOrder, testInOrder } from "./fixed-sequence.ts";
import { byLabel, byRegret, countRefused } from "./judge.ts";
import { notKept, promiseText, tooFew } from "./promise-text.ts";
import type { Asked, TunePromise } from "./promise-types.ts";
import { replayAll, SILENT } from "./replay.ts";
import { halves } from "./sessions.ts";
import { type Sweep, type SweepOptions, sweep, unknownLabels } from "./sweep.ts";

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
  const evidence = {
    ...asked,
    judgedBy: judge === byRegret ? ("regret" as const) : ("labels" as const),
    needed: trialsNeeded(asked.share, 1 - asked.confidence),
    training: training.length,
    calibration: calibration.length,
  };
  const silent = testedOn.map(() => SILENT);
  const { healthy } = countRefused(calibration, silent, judge);
  if (healthy < evidence.needed) throw tooFew(evidence, healthy);
  const found = sweep(chosenOn, { labels, ...(progress && { progress }) });
  const order = inOrder(found.measured, (one) => ({
    harm: countRefused(training, one.firings, judge).refused,
    gain: one.blocking?.right ?? one.regret.saved,
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
