/** Recommends a setting, with the reason: the preset, unless the runs are enough evidence for another one. */

import { counted } from "../terminal.ts";
import { type Labels, type Measured, measure } from "./measured.ts";
import type { Regret } from "./regret.ts";
import { BASE, type Setting } from "./settings.ts";
import { halves, type TriedRun } from "./tried-run.ts";

/** The chance of being wrong that a bound has, unless another one is asked for. */
const CHANCE = 0.05;
/** Steps of halving: as many as a double has digits to tell apart. */
const HALVINGS = 50;

/**
 * The largest share that `hits` of `total` do not rule out: the upper end of Clopper and Pearson's one-sided interval, which
 * is below the true share with a probability of at most `chance`. Without hits and at 5 % that is the rule of three, nearly
 * `3 / total`; of nothing it is 1.
 */
export function upperBound(hits: number, total: number, chance: number = CHANCE): number {
  if (hits >= total) return 1;
  if (hits === 0) return -Math.expm1(Math.log(chance) / total); // (1 - share) ** total = chance
  let low = hits / total;
  let high = 1;
  for (let step = 0; step < HALVINGS; step++) {
    const share = (low + high) / 2;
    if (atMost(hits, total, share) > chance) low = share;
    else high = share;
  }
  return high;
}

/** The fewest trials that bound a share by `share` when none of them is a hit: 149 for 2 % and a chance of 5 %. */
export function trialsNeeded(share: number, chance: number = CHANCE): number {
  // The quotient may be off by one where it is nearly a whole number.
  let trials = Math.floor(Math.log(chance) / Math.log1p(-share));
  while (upperBound(0, trials, chance) > share) trials++;
  return trials;
}

/** The probability of at most `hits` in `total` trials of probability `share`. In logarithms: the terms are tiny. */
function atMost(hits: number, total: number, share: number): number {
  let term = total * Math.log1p(-share);
  let sum = Math.exp(term);
  for (let k = 1; k <= hits; k++) {
    term += Math.log((total - k + 1) / k) + Math.log(share) - Math.log1p(-share);
    sum += Math.exp(term);
  }
  return sum;
}

/** `0.0421` as "4.2 %". */
export function percent(share: number, digits = 1): string {
  return `${Number((share * 100).toFixed(digits))} %`;
}

/** Of an upper bound, which must not look smaller than it is: `0.04211` as "4.22 %". */
export function percentUp(bound: number): string {
  // A bound of exactly 2 % must not become 2.01 % by an error in the sixteenth digit.
  return `${Math.ceil(Number((bound * 1e4).toFixed(6))) / 100} %`;
}

/**
 * Without labels: of the runs with a refusal, the highest accepted share in which news is refused, as an upper bound for
 * other runs. By the rule of three it takes about sixty runs with a refusal, all of them right. Runs are counted, not
 * refusals, since those of one run are not independent.
 */
const WRONGED_MAX = 0.05;
/** With labels: the share of detections that must be right. */
const PRECISION_WANTED = 0.95;
/** With fewer labels, nothing is said about runs without a label. */
const LABELS_MIN = 10;

export interface Recommendation {
  readonly recommended: Measured;
  /** A few sentences. */
  readonly why: string;
}

/** A rank: higher numbers are better, and the first number decides first; `undefined`: not eligible. */
type Rank = (one: Measured) => readonly number[] | undefined;

const preset = (all: readonly Measured[]): Measured => all.find(({ setting }) => setting.name === BASE) as Measured;

/** The best, which refuses no more news than the preset; among equals the preset, then the one with fewer detectors. */
function best(all: readonly Measured[], rank: Rank): Measured | undefined {
  const base = preset(all).regret;
  const fit = all.filter((one) => !refusesMoreNews(one.regret, base) && rank(one) !== undefined);
  return highest(fit, (one) => [
    ...(rank(one) as readonly number[]),
    one.setting.name === BASE ? 1 : 0,
    -one.setting.detectors.length,
  ]);
}

/** The one with the highest rank; among equals the first. */
export function highest<T>(all: readonly T[], rank: (one: T) => readonly number[]): T | undefined {
  return all.reduce<T | undefined>(
    (found, it) => (found === undefined || compare(rank(it), rank(found)) > 0 ? it : found),
    undefined,
  );
}

/** Of two ranks: positive if `a` is the higher one. */
function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at < 0 ? 0 : (a[at] as number) - (b[at] as number);
}

/** Counts and shares: a setting that rarely refuses may have few wrong refusals, but a high share of them. */
function refusesMoreNews(own: Regret, base: Regret): boolean {
  const share = ({ first, firstNews }: Regret) => (first === 0 ? 0 : firstNews / first);
  return own.firstNews > base.firstNews || own.news > base.news || share(own) > share(base);
}

/** Without labels: the most redundant calls saved; among equals, the fewest refusals of news. */
export function bySavings(all: readonly Measured[]): Recommendation {
  const base = preset(all);
  const most: Rank = ({ regret }) => [regret.saved, -regret.firstNews, -regret.news];
  const sure = all.filter((one) => one === base || worst(one.regret) <= WRONGED_MAX);
  const recommended = best(sure, most) ?? base;
  const promising = best(all, most) ?? base;
  if (base.regret.redundant === 0)
    return {
      recommended,
      why: "None of these runs has a redundant call, a third or later equal one without news, so they cannot show what a setting would save. The preset stays.",
    };
  const stays = `The preset ${does(base.regret)}.`;
  if (recommended !== base)
    return {
      recommended,
      why: `It ${does(recommended.regret)}. ${stays} Of the recommended one: ${mayOf(recommended)}.`,
    };
  if (promising === base)
    return { recommended, why: `${stays} No other setting saves more without refusing more news.` };
  return {
    recommended,
    why: `${stays} ${promising.setting.name} ${does(promising.regret)}, but ${mayOf(promising)} (95 % bound; at most ${percent(WRONGED_MAX)} is accepted). So the preset stays; more runs may change that.`,
  };
}

function mayOf({ regret }: Measured): string {
  return `it refuses something in ${counted(regret.refusedRuns, "run")}, and news in ${regret.wrongedRuns} of them: in up to ${percent(worst(regret))} of similar runs it may do the same`;
}

/** The upper bound for the share of runs with a refusal in which news is refused. */
function worst({ wrongedRuns, refusedRuns }: Regret): number {
  return upperBound(wrongedRuns, refusedRuns);
}

function does({ saved, redundant, first, firstNews }: Regret): string {
  const refusals = first === 0 ? "refuses nothing" : `refuses news in ${firstNews} of ${first} loops that it stops`;
  return `saves ${saved} of ${redundant} redundant calls and ${refusals}`;
}

/** The best F1 among those with enough precision; if there are none, the best precision. */
const fits: Rank = ({ any }) => {
  if (any === undefined || any.right === 0 || any.precision === null) return undefined;
  return any.precision >= PRECISION_WANTED ? [1 + any.f1, -(any.delay ?? 0)] : [any.precision, any.recall ?? 0];
};

/**
 * With labels: what fits them best, if that also does better than the preset on runs that it was not chosen by: the choice is
 * made again on half of the runs, and tested on the other half.
 */
export function byLabels(
  all: readonly Measured[],
  settings: readonly Setting[],
  runs: readonly TriedRun[],
  labels: Labels,
): Recommendation {
  const base = preset(all);
  const stay = (because: string): Recommendation => ({ recommended: base, why: `${because}. The preset stays.` });
  const chosen = best(all, fits);
  if (chosen === undefined)
    return stay("No setting that refuses no more news than the preset found a loop in a run that is labelled stuck");
  if (chosen === base) return { recommended: base, why: `It ${found(base)}.` };
  const fit = `${chosen.setting.name} fits the labels best: it ${found(chosen)}`;
  const { training, calibration } = halves(runs.filter(({ id }) => labels.has(id)));
  if (training.length + calibration.length < LABELS_MIN)
    return stay(`${fit}. Too few labels to say how that choice does on other runs: ${LABELS_MIN} are needed`);
  const again = best(measure(settings, training.flat(), labels), fits)?.setting;
  const tested = measure(settings, calibration.flat(), labels);
  const other = tested.find(({ setting }) => setting === again);
  const [own, known] = [other?.any?.f1 ?? 0, preset(tested).any?.f1 ?? 0];
  const test = `chosen on half of the labels and tested on the other half, it has an F1 of ${own.toFixed(2)}; the preset has ${known.toFixed(2)}`;
  if (known >= own) return stay(`${fit}. But ${test}`);
  return { recommended: chosen, why: `It ${found(chosen)}. Expect less of new runs: ${test}.` };
}

function found({ any }: Measured): string {
  return `finds ${any?.right} of ${any?.stuck} stuck runs with ${any?.wrong} firings that are wrong or too early`;
}
