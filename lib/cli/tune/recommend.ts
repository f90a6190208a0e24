/**
 * Recommends a setting, with the reason: the preset, unless the runs are enough evidence for another one. And with
 * `tune --promise` a setting that refuses at most a share of healthy runs, whatever the distribution of the runs is:
 * docs/cli/tune.md says why. Settings are put into an order on one half of the sessions, and tested on the other half in this
 * order, up to the first that fails: then each is tested at the whole level.
 */

import { basename } from "node:path";
import { getOrAdd } from "../../base/property.ts";
import { counted } from "../scan/totals-text.ts";
import { type Regret, summedRegret } from "./regret.ts";
import { BASE, digest, type Firing, type Setting, type TriedRun } from "./tried-run.ts";

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

type Named = Pick<TriedRun, "id" | "file" | "content">;

/**
 * The sessions, of runs that are not independent of each other: a run and its sub-agents, or copies of one run. Each is in the
 * half that a digest of its own name says: about as many in each, and where one is does not depend on the others.
 */
export function halves<T extends Named>(runs: readonly T[]): { training: T[][]; calibration: T[][] } {
  const ids = new Set(runs.map(({ id }) => id));
  const sessions = new Map<string, T[]>();
  for (const run of runs) getOrAdd(sessions, sessionName(run, ids), (): T[] => []).push(run);
  const half = (rest: number) =>
    [...sessions].flatMap(([name, session]) => ((digest(name)[0] as number) % 2 === rest ? [session] : []));
  return { training: half(0), calibration: half(1) };
}

/**
 * The id of the session: `s` for the runs `s` and `s/agent-1`. A run without an id of its own is named by its file, and
 * folders may have files of the same name, so its name is what it contains.
 */
function sessionName({ id, file, content }: Named, ids: ReadonlySet<string>): string {
  const named = basename(file);
  if (id === named || id.startsWith(`${named}:`)) return `${id} ${content}`;
  for (let end = id.indexOf("/"); end >= 0; end = id.indexOf("/", end + 1))
    if (ids.has(id.slice(0, end))) return id.slice(0, end);
  return id;
}

type Judged = Pick<Firing, "blocking" | "regret">;

/**
 * Whether a healthy run was refused; `undefined`: it is not healthy, or not known to be. A run with a refusal of news is
 * healthy and was refused; one whose refusals were all right is stuck; any other is healthy. Where no refused call has a
 * recorded result, nothing shows that a refusal was right.
 */
export function refusedHealthy({ blocking, regret }: Judged): boolean | undefined {
  if (regret.runs === 0) return undefined;
  if (regret.wrongedRuns > 0) return true;
  if (blocking === Infinity) return false;
  return regret.refusedRuns > 0 ? undefined : true;
}

/** Counts of sessions; a session is refused if one of its healthy runs is. */
export interface Count {
  healthy: number;
  refused: number;
}

export function countRefused<T>(sessions: readonly T[][], firing: (run: T) => Judged): Count {
  const judged = sessions.map((session) => session.map((run) => refusedHealthy(firing(run))));
  return {
    healthy: judged.filter((runs) => runs.some((refused) => refused !== undefined)).length,
    refused: judged.filter((runs) => runs.includes(true)).length,
  };
}

/**
 * From the most lenient to the strictest: what refuses more healthy sessions, or as many and gains more. Each gains more than
 * all before it. Where nothing is to be gained, the base preset alone.
 */
export function inOrder<T extends { setting: Setting; harm: number; gain: number }>(all: readonly T[]): T[] {
  const size = ({ setting }: T) => (setting.name === BASE ? 0 : setting.detectors.length);
  const known = all.filter(({ gain }) => gain > 0);
  if (known.length === 0) return all.filter(({ setting }) => setting.name === BASE);
  known.sort((a, b) => a.harm - b.harm || a.gain - b.gain || size(a) - size(b));
  return known.filter(({ gain }, place) => known.slice(0, place).every((before) => before.gain < gain));
}

/** A setting on the half of the sessions that nothing was chosen by. */
export interface Tested extends Count {
  name: string;
  /** The upper bound of the share that is refused, and whether it is within what was asked for. */
  bound: number;
  kept: boolean;
}

/** The tests in a fixed sequence: up to the first that fails, which is the last of the answer. */
export function testInOrder<T>(
  order: readonly T[],
  share: number,
  count: (one: T) => Count & { name: string },
): Tested[] {
  const tested = order.map((one) => {
    const counts = count(one);
    const bound = upperBound(counts.refused, counts.healthy);
    return { ...counts, bound, kept: bound <= share };
  });
  return tested.filter((_, place) => tested.slice(0, place).every(({ kept }) => kept));
}

export interface Promised extends Recommendation {
  /** Sessions that settings were put in order on, and that they were tested on; the last one `tested` that is kept is promised. */
  promise: { share: number; confidence: number; training: number; calibration: number; tested: Tested[] };
}

/** A setting of which the runs show that at most `share` of healthy ones are refused. Throws an `Error` if they do so of none. */
export function promised(runs: readonly TriedRun[], settings: readonly Setting[], share: number): Promised {
  const { training, calibration } = halves(runs);
  const measured = measure(settings, training.flat());
  const under = (sessions: TriedRun[][], setting: Setting) =>
    countRefused(sessions, ({ firings }) => firings[settings.indexOf(setting)] as Firing);
  const effects = measured.map((one) => {
    return { one, setting: one.setting, gain: one.regret.saved, harm: under(training, one.setting).refused };
  });
  const order = inOrder(effects);
  const tested = testInOrder(order, share, ({ setting }) => ({ name: setting.name, ...under(calibration, setting) }));
  const last = tested.findLastIndex(({ kept }) => kept);
  const recommended = order[last]?.one;
  const sure = `with ${percent(1 - CHANCE)} confidence`;
  const most = `at most ${Number((share * 100).toFixed(6))} % of healthy runs like these`;
  if (recommended === undefined)
    throw new Error(
      `No setting can be promised ${sure} to refuse ${most}. ${did(tested[0] as Tested)}, and it is the most lenient one. Bring more runs, ask for more than that, or see with loopguard scan what is refused: a tool may need a policy (poll, mutates, ignore)`,
    );
  const failed = tested[last + 1];
  const why = [
    `Promised ${sure}: it refuses ${most}.`,
    `Chosen on ${counted(training.length, "run")} and tested on ${calibration.length} others: ${did(tested[last] as Tested)}. ` +
      (failed === undefined ? "None stricter was left to test." : `The next stricter one: ${did(failed)}.`),
    "Healthy is any run but those in which no refused call gave news. A session and its sub-agents, or copies of a run, count as one.",
    "Of runs of other agents, models, tools and tasks nothing is promised.",
  ].join("\n");
  const counts = { training: training.length, calibration: calibration.length };
  return { measured, recommended, why, promise: { share, confidence: 1 - CHANCE, ...counts, tested } };
}

function did({ name, refused, healthy, bound }: Tested): string {
  return `${name} refused ${refused} of ${counted(healthy, "healthy run")}, up to ${percent(bound)} of all`;
}
