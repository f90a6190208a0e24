/** Chooses the best setting, and measures how far the choice can be trusted. */
import { createHash } from "node:crypto";
import { NO_REFUSALS, type Regret } from "./regret.ts";
import type { Firing } from "./replay.ts";
import { type Accuracy, accuracy, type Evidence, regretUnder, summed } from "./scores.ts";
import type { Setting } from "./settings.ts";

/** With labels: the share of detections that must be right. */
export const PRECISION_WANTED = 0.95;
const FOLDS = 5;
/** With fewer labels, nothing is said about runs without a label. */
export const LABELS_MIN = 10;
const SOURCES_MIN = 3;

/** What a choice is based on, for one run. */
export type Mark = Pick<Firing, "any" | "refusals">;

/** A setting, and what it did to each run. */
export interface Candidate {
  readonly setting: Setting;
  readonly firings: readonly Mark[];
}

/** A rank: higher numbers are better, and the first number decides first; `undefined`: not eligible. */
export type Aim = (firings: readonly Mark[]) => readonly number[] | undefined;

/** The accuracy of a choice that is made without the runs that it is measured on. */
export interface HeldOut {
  method: "leave one source out" | "k-fold";
  folds: number;
  accuracy: Accuracy;
}

/** The best F1 among those with enough precision; if there are none, the best precision. */
export function fitLabels(labels: Evidence["labels"]): Aim {
  return (firings) => {
    const first = firings.map(({ any }) => any);
    const { right, f1, precision, recall, delay } = accuracy(first, labels);
    if (right === 0 || precision === null || recall === null) return undefined;
    return precision >= PRECISION_WANTED ? [1 + f1, -(delay ?? 0)] : [precision, recall];
  };
}

/** The most redundant calls saved; among equals, the fewest refusals of news. */
export function saveMost(evidence: Evidence): Aim {
  return (firings) => {
    const { saved, firstNews, news } = regretUnder(firings, evidence);
    return [saved, -firstNews, -news];
  };
}

/** As `aim`, but without settings that refuse more news than the preset. */
export function withoutMoreNews(aim: Aim, preset: Regret, evidence: Evidence): Aim {
  return (firings) => {
    const rank = aim(firings);
    return rank === undefined || refusesMoreNews(regretUnder(firings, evidence), preset) ? undefined : rank;
  };
}

/** Compares counts and shares: a setting that rarely refuses may have few wrong refusals, but a high share of them. */
function refusesMoreNews(own: Regret, preset: Regret): boolean {
  return own.firstNews > preset.firstNews || own.news > preset.news || firstShare(own) > firstShare(preset);
}

/** The share of first refusals of a loop that refused news. */
function firstShare({ first, firstNews }: Regret): number {
  return first === 0 ? 0 : firstNews / first;
}

/** The best candidate; among equals the preset, then the one with fewer detectors, then the first. */
export function best<T extends Candidate>(candidates: readonly T[], aim: Aim, preset?: Setting): T | undefined {
  let found: { candidate: T; rank: readonly number[] } | undefined;
  for (const candidate of candidates) {
    const own = aim(candidate.firings);
    if (own === undefined) continue;
    const { setting } = candidate;
    const rank = [...own, setting === preset ? 1 : 0, -setting.detectors.length];
    if (found === undefined || compare(rank, found.rank) > 0) found = { candidate, rank };
  }
  return found?.candidate;
}

/** Of two ranks: positive if `a` is the higher one. */
export function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at < 0 ? 0 : (a[at] as number) - (b[at] as number);
}

/**
 * Detectors that do better together: the best one alone, then repeatedly the one that helps most. Detectors do not affect
 * each other before the first detection, so a group fires when its first detector does; what a group refuses is about what
 * any of its detectors refuses.
 */
export function greedy(alone: readonly Candidate[], aim: Aim): Candidate[] {
  const chosen: Candidate[] = [];
  for (let value = 0; ; ) {
    const rest = alone.filter((candidate) => !chosen.includes(candidate));
    const found = best(
      rest.map((part) => ({ part, ...merged([...chosen, part]) })),
      aim,
    );
    const [own = 0] = found === undefined ? [] : (aim(found.firings) ?? []);
    if (found === undefined || own <= value) return chosen;
    value = own;
    chosen.push(found.part);
  }
}

/** A candidate with the detectors of all parts, and the union of their firings. */
function merged(parts: readonly Candidate[]): Candidate {
  const [head] = parts as readonly [Candidate, ...Candidate[]];
  if (parts.length === 1) return head;
  const detectors = parts.flatMap(({ setting }) => setting.detectors);
  const firings = head.firings.map((_, run) => mergedMark(parts.map((part) => part.firings[run] as Mark)));
  return { setting: { ...head.setting, detectors }, firings };
}

function mergedMark(marks: readonly Mark[]): Mark {
  const any = Math.min(...marks.map((mark) => mark.any));
  const refusing = marks.filter(({ refusals }) => refusals.all.length > 0);
  if (refusing.length < 2) return { any, refusals: refusing[0]?.refusals ?? NO_REFUSALS };
  const union = (of: "all" | "first") => [...new Set(refusing.flatMap(({ refusals }) => refusals[of]))];
  return { any, refusals: { all: union("all"), first: union("first") } };
}

/**
 * The whole choice made again without some of the labels, and measured on these, for each part of the labels in turn.
 * Parts are the files when several have labels, since runs of one source are alike. Undefined where labels are too few.
 * `within`: what is kept to besides the labels.
 */
export function heldOut(all: readonly Candidate[], evidence: Evidence, within: (aim: Aim) => Aim): HeldOut | undefined {
  const { runs, labels } = evidence;
  const labelled = runs.map((run, index) => ({ run, index })).filter(({ index }) => labels[index] !== undefined);
  if (labelled.length < LABELS_MIN) return undefined;
  const sources = [...new Set(labelled.map(({ run }) => run.file))];
  const bySource = sources.length >= SOURCES_MIN;
  const mixed = labelled
    .map((one) => ({ ...one, place: createHash("sha256").update(one.run.id).digest("hex") }))
    .sort((a, b) => (a.place < b.place ? -1 : 1));
  const folds = bySource
    ? sources.map((source) => labelled.filter(({ run }) => run.file === source))
    : Array.from({ length: FOLDS }, (_, fold) => mixed.filter((_, place) => place % FOLDS === fold));
  const alone = all.filter(({ setting }) => setting.family === "alone");
  const parts = folds.map((fold) => {
    const out = new Set(fold.map(({ index }) => index));
    const aim = within(fitLabels(labels.map((label, index) => (out.has(index) ? undefined : label))));
    const group = greedy(alone, aim);
    const chosen = best(group.length > 1 ? [...all, merged(group)] : all, aim);
    return accuracy(
      runs.map((_, index) => chosen?.firings[index]?.any ?? Number.POSITIVE_INFINITY),
      labels.map((label, index) => (out.has(index) ? label : undefined)),
    );
  });
  return { method: bySource ? "leave one source out" : "k-fold", folds: folds.length, accuracy: summed(parts) };
}
