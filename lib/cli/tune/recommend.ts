/** Recommends a setting, with the reason: the preset, unless the runs are enough evidence for another one. */

import { counted } from "../terminal.ts";
import type { Measured } from "./measured.ts";
import type { Regret } from "./regret.ts";
import { BASE } from "./settings.ts";

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

/**
 * Of the runs with a refusal, the highest accepted share in which news is refused, as an upper bound for other runs. By the
 * rule of three it takes about sixty runs with a refusal, all of them right. Runs are counted, not refusals, since those of
 * one run are not independent.
 */
const WRONGED_MAX = 0.05;

export interface Recommendation {
  readonly recommended: Measured;
  /** A few sentences. */
  readonly why: string;
}

/**
 * The most redundant calls saved; among equals the fewest refusals of news, then the preset, then the fewest detectors. Never
 * one that refuses more news than the preset.
 */
export function bySavings(all: readonly Measured[]): Recommendation {
  const base = all.find(({ setting }) => setting.name === BASE) as Measured;
  const fit = all.filter(({ regret }) => !refusesMoreNews(regret, base.regret));
  const best = (some: readonly Measured[]) =>
    highest(some, (one) => [
      ...[one.regret.saved, -one.regret.firstNews, -one.regret.news],
      ...[one === base ? 1 : 0, -one.setting.detectors.length],
    ]) as Measured;
  const promising = best(fit);
  const recommended = best(fit.filter((one) => one === base || worst(one.regret) <= WRONGED_MAX));
  const stays = `The preset ${does(base.regret)}.`;
  const why =
    base.regret.redundant === 0
      ? "None of these runs has a redundant call, a third or later equal one without news, so they cannot show what a setting would save. The preset stays."
      : recommended !== base
        ? `It ${does(recommended.regret)}. ${stays} Of the recommended one: ${mayOf(recommended)}.`
        : promising === base
          ? `${stays} No other setting saves more without refusing more news.`
          : `${stays} ${promising.setting.name} ${does(promising.regret)}, but ${mayOf(promising)} (95 % bound; at most ${percent(WRONGED_MAX)} is accepted). So the preset stays; more runs may change that.`;
  return { recommended, why };
}

/** The one with the highest rank, in which the first number that differs decides; among equals the first. */
export function highest<T>(all: readonly T[], rank: (one: T) => readonly number[]): T | undefined {
  const compare = (a: readonly number[], b: readonly number[]) => {
    const at = a.findIndex((value, index) => value !== b[index]);
    return at < 0 ? 0 : (a[at] as number) - (b[at] as number);
  };
  return all.reduce<T | undefined>(
    (found, it) => (found === undefined || compare(rank(it), rank(found)) > 0 ? it : found),
    undefined,
  );
}

/** Counts and shares: a setting that rarely refuses may have few wrong refusals, but a high share of them. */
function refusesMoreNews(own: Regret, base: Regret): boolean {
  const share = ({ first, firstNews }: Regret) => (first === 0 ? 0 : firstNews / first);
  return own.firstNews > base.firstNews || own.news > base.news || share(own) > share(base);
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
