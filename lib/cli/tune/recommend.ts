/** Recommends a setting, with the reason: the preset, unless the runs are enough evidence for another one. */
import { counted } from "../plain-text.ts";
import { percent, upperBound } from "./bounds.ts";
import { type Labels, type Measured, measure } from "./measured.ts";
import type { Regret } from "./regret.ts";
import { halves } from "./sessions.ts";
import { BASE, type Setting } from "./settings.ts";
import type { TriedRun } from "./tried-run.ts";

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
  let found: { one: Measured; rank: readonly number[] } | undefined;
  for (const one of all) {
    const own = refusesMoreNews(one.regret, base) ? undefined : rank(one);
    if (own === undefined) continue;
    const whole = [...own, one.setting.name === BASE ? 1 : 0, -one.setting.detectors.length];
    if (found === undefined || compare(whole, found.rank) > 0) found = { one, rank: whole };
  }
  return found?.one;
}

/** Of two ranks: positive if `a` is the higher one. */
export function compare(a: readonly number[], b: readonly number[]): number {
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
  const { refusedRuns, wrongedRuns } = promising.regret;
  const may = `it refuses something in ${counted(refusedRuns, "run")}, and news in ${wrongedRuns} of them: in up to ${percent(worst(promising.regret))} of similar runs it may do the same`;
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
    why: `${stays} ${promising.setting.name} ${does(promising.regret)}, but ${may} (95 % bound; at most ${percent(WRONGED_MAX)} is accepted). So the preset stays; more runs may change that.`,
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
