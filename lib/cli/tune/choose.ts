/** Which setting to recommend, and how far to trust it. */
import { createHash } from "node:crypto";
import { type Accuracy, accuracy, type Evidence, type Measured, summed } from "./scores.ts";
import type { Setting } from "./settings.ts";

/** With labels: the share of detections that must be right. */
export const PRECISION_WANTED = 0.95;
const FOLDS = 5;
/** Fewer labels than these say nothing of runs that were not labelled. */
const LABELS_MIN = 10;
const SOURCES_MIN = 3;

/** A setting, and the index of the call at which it fired first in each run. */
export interface Candidate {
  readonly setting: Setting;
  readonly first: readonly number[];
}

/** What is wanted of a setting. */
export interface Aim {
  /** Which firings it looks at. */
  readonly of: "any" | "blocking";
  /** The higher the better, the first number before the next; undefined: not to be had. */
  rank(first: readonly number[]): readonly number[] | undefined;
}

/** What the recommended setting's numbers come to when it is chosen without the runs that it is measured on. */
export interface HeldOut {
  method: "leave one source out" | "k-fold";
  folds: number;
  accuracy: Accuracy;
}

/** The best F1 of those whose precision is high enough; where there is none, the best precision. */
export function fitLabels(labels: Evidence["labels"]): Aim {
  return {
    of: "any",
    rank(first) {
      const { right, f1, precision, recall, delay } = accuracy(first, labels);
      if (right === 0 || precision === null || recall === null) return undefined;
      return precision >= PRECISION_WANTED ? [1 + f1, -(delay ?? 0)] : [precision, recall];
    },
  };
}

/** The most runs stopped of those with strong evidence, while few enough others are interrupted. `percent`: of these. */
export function interruptFew({ runs, strong }: Evidence, percent: number): Aim {
  const others = strong.filter((one) => !one).length;
  return {
    of: "blocking",
    rank(first) {
      const hit = first.flatMap((call, run) => (Number.isFinite(call) ? [run] : []));
      const stopped = hit.filter((run) => strong[run]);
      if (stopped.length === 0 || hit.length - stopped.length > (percent / 100) * others) return undefined;
      const spared = stopped.reduce((sum, run) => sum + (runs[run]?.calls.length ?? 0) - (first[run] as number), 0);
      return [stopped.length, spared];
    },
  };
}

/** The best; of equals the one with fewer detectors, then the first. */
export function best<T extends Candidate>(candidates: readonly T[], aim: Aim): T | undefined {
  let found: { candidate: T; rank: readonly number[] } | undefined;
  for (const candidate of candidates) {
    const own = aim.rank(candidate.first);
    if (own === undefined) continue;
    const rank = [...own, -candidate.setting.detectors.length];
    if (found === undefined || compare(rank, found.rank) > 0) found = { candidate, rank };
  }
  return found?.candidate;
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at < 0 ? 0 : (a[at] as number) - (b[at] as number);
}

/**
 * Detectors that do better together: the best alone, then whichever helps most, for as long as one does. Until the first
 * of them speaks no detector knows of another, so together they speak when the first of them would.
 */
export function greedy(alone: readonly Candidate[], aim: Aim): Candidate[] {
  const chosen: Candidate[] = [];
  for (let value = 0; ; ) {
    const rest = alone.filter((candidate) => !chosen.includes(candidate));
    const found = best(
      rest.map((part) => ({ part, ...merged([...chosen, part]) })),
      aim,
    );
    const [own = 0] = found === undefined ? [] : (aim.rank(found.first) ?? []);
    if (found === undefined || own <= value) return chosen;
    value = own;
    chosen.push(found.part);
  }
}

/** Their detectors, in their order, and the first firing of any of them. */
function merged(parts: readonly Candidate[]): Candidate {
  const [head] = parts as readonly [Candidate, ...Candidate[]];
  const detectors = parts.flatMap(({ setting }) => setting.detectors);
  const first = head.first.map((_, run) => Math.min(...parts.map((part) => part.first[run] as number)));
  return { setting: { ...head.setting, detectors }, first };
}

/**
 * The whole choice made again without some of the labels, and measured on these, for each part of the labels in turn.
 * Parts are the files when several have labels, since runs of one source are alike. Undefined where labels are too few.
 */
export function heldOut(all: readonly Candidate[], evidence: Evidence): HeldOut | undefined {
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
    const aim = fitLabels(labels.map((label, index) => (out.has(index) ? undefined : label)));
    const group = greedy(alone, aim);
    const chosen = best(group.length > 1 ? [...all, merged(group)] : all, aim);
    const silent = runs.map(() => Number.POSITIVE_INFINITY);
    return accuracy(
      chosen?.first ?? silent,
      labels.map((label, index) => (out.has(index) ? label : undefined)),
    );
  });
  return { method: bySource ? "leave one source out" : "k-fold", folds: folds.length, accuracy: summed(parts) };
}

/** `all` as candidates for `aim`. */
export function candidates(all: readonly Measured[], { of }: Aim): Candidate[] {
  return all.map(({ setting, firings }) => ({ setting, first: firings.map((firing) => firing[of]) }));
}
