/** Recommends a setting, with the reason: the preset, unless the runs are enough evidence for another one. */

import { counted } from "../scan/totals-text.ts";
import { type Regret, summedRegret } from "./regret.ts";
import { BASE, type Setting } from "./settings.ts";
import type { Firing, TriedRun } from "./tried-run.ts";

/** What a setting did to all runs. */
export interface Measured {
  readonly setting: Setting;
  /** Runs, each once, by the most severe verdict. */
  readonly warned: number;
  readonly refused: number;
  readonly ended: number;
  readonly callsSaved: number;
  readonly regret: Regret;
}

export function measure(settings: readonly Setting[], runs: readonly TriedRun[]): Measured[] {
  return settings.map((setting, place) => {
    const firings = runs.map((run) => run.firings[place] as Firing);
    const have = (what: "any" | "blocking" | "abort") => firings.filter((firing) => firing[what] < Infinity).length;
    const [any, blocked, ended] = [have("any"), have("blocking"), have("abort")];
    return {
      ...{ setting, warned: any - blocked, refused: blocked - ended, ended },
      callsSaved: firings.reduce((sum, firing) => sum + firing.callsSaved, 0),
      regret: summedRegret(firings.map(({ regret }) => regret)),
    };
  });
}

/** The chance of being wrong that a bound has, over the draw of the runs. */
export const CHANCE = 0.05;

/**
 * The largest share that `hits` of `total` do not rule out: the upper end of Clopper and Pearson's one-sided interval. Without
 * hits that is the rule of three, nearly `3 / total`; of nothing it is 1.
 */
export function upperBound(hits: number, total: number): number {
  if (hits >= total) return 1;
  let low = hits / total;
  let high = 1;
  // As many times as a double has digits to tell apart.
  for (let step = 0; step < 50; step++) {
    const share = (low + high) / 2;
    if (atMost(hits, total, share) > CHANCE) low = share;
    else high = share;
  }
  return high;
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

/** `0.04211` as "4.22 %": a bound must not look smaller than it is, nor larger by an error in the sixteenth digit. */
export function percent(share: number): string {
  return `${Math.ceil(Number((share * 1e4).toFixed(6))) / 100} %`;
}

/**
 * The highest accepted bound of the share of runs with a refusal in which news is refused: it takes about sixty, all of them
 * right. Runs are counted, not refusals, since those of one run are not independent.
 */
const WRONGED_MAX = 0.05;

export interface Recommendation {
  readonly measured: readonly Measured[];
  readonly recommended: Measured;
  /** A few sentences. */
  readonly why: string;
}

/**
 * The most redundant calls saved; among equals the fewest refusals of news, then the preset, then the fewest detectors. Never
 * one that refuses more news than the preset.
 */
export function bySavings(measured: readonly Measured[]): Recommendation {
  const base = measured.find(({ setting }) => setting.name === BASE) as Measured;
  const fit = measured.filter(({ regret }) => !refusesMoreNews(regret, base.regret));
  fit.sort(
    ({ setting: a, regret: one }, { setting: b, regret: other }) =>
      other.saved - one.saved ||
      one.firstNews - other.firstNews ||
      one.news - other.news ||
      Number(b.name === BASE) - Number(a.name === BASE) ||
      a.detectors.length - b.detectors.length,
  );
  const [promising] = fit as [Measured];
  const recommended = fit.find((one) => one === base || worst(one.regret) <= WRONGED_MAX) as Measured;
  return { measured, recommended, why: reason(base, promising, recommended) };
}

function reason(base: Measured, promising: Measured, recommended: Measured): string {
  if (base.regret.redundant === 0)
    return "None of these runs has a redundant call, a third or later equal one without news, so they cannot show what a setting would save. The preset stays.";
  const stays = `The preset ${does(base.regret)}.`;
  if (recommended !== base)
    return `It ${does(recommended.regret)}. ${stays} Of the recommended one: ${mayOf(recommended.regret)}.`;
  if (promising === base) return `${stays} No other setting saves more without refusing more news.`;
  return `${stays} ${promising.setting.name} ${does(promising.regret)}, but ${mayOf(promising.regret)} (95 % bound; at most ${percent(WRONGED_MAX)} is accepted). So the preset stays; more runs may change that.`;
}

/** Counts and shares: a setting that rarely refuses may have few wrong refusals, but a high share of them. */
function refusesMoreNews(own: Regret, base: Regret): boolean {
  const share = ({ first, firstNews }: Regret) => (first === 0 ? 0 : firstNews / first);
  return own.firstNews > base.firstNews || own.news > base.news || share(own) > share(base);
}

function mayOf(regret: Regret): string {
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
