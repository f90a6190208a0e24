/** Regret and savings: of the calls that a guard would have refused, how many gave news, and how many were redundant. */
import type { Verdict } from "../../base/types.ts";
import { isRefusal } from "../../report/verdict.ts";
import type { Gave } from "./news.ts";

/** Indices of the calls of one run that a guard refused, in order. */
export interface Refusals {
  readonly all: readonly number[];
  /** The first refusal of each loop. Later calls depend on it: a model that is refused is likely to do something else. */
  readonly first: readonly number[];
}

export const NO_REFUSALS: Refusals = { all: [], first: [] };

/** Records which calls of a run a guard refused. */
export class RefusalNotes implements Refusals {
  readonly all: number[] = [];
  readonly first: number[] = [];
  readonly #loops = new Set<string>();

  before(index: number, { action, detection }: Verdict): void {
    if (!isRefusal(action)) return;
    this.all.push(index);
    const loop = `${detection?.detector} ${detection?.fingerprint}`;
    if (this.#loops.has(loop)) return;
    this.#loops.add(loop);
    this.first.push(index);
  }
}

/** Counts of one run, or of many. Calls without a recorded result are left out. */
export interface Regret {
  runs: number;
  /** Runs with a refusal. */
  refusedRuns: number;
  /** Runs with a refusal of news. */
  wrongedRuns: number;
  refused: number;
  news: number;
  /** First refusals of a loop. */
  first: number;
  firstNews: number;
  /** Redundant calls, which a guard should save. */
  redundant: number;
  saved: number;
}

/** `gave`: of each call of one run. */
export function regretOf(gave: readonly Gave[], { all, first }: Refusals): Regret {
  if (gave.length < 2) return summedRegret([]);
  const count = (indices: readonly number[], what: Gave) => indices.filter((index) => gave[index] === what).length;
  const known = (indices: readonly number[]) => indices.length - count(indices, "unknown");
  const refused = known(all);
  const news = count(all, "news");
  return {
    runs: gave.every((what) => what === "unknown") ? 0 : 1,
    refusedRuns: refused > 0 ? 1 : 0,
    wrongedRuns: news > 0 ? 1 : 0,
    refused,
    news,
    first: known(first),
    firstNews: count(first, "news"),
    redundant: gave.filter((what) => what === "redundant").length,
    saved: count(all, "redundant"),
  };
}

export function summedRegret(parts: Iterable<Regret>): Regret {
  const sum: Regret = {
    runs: 0,
    refusedRuns: 0,
    wrongedRuns: 0,
    refused: 0,
    news: 0,
    first: 0,
    firstNews: 0,
    redundant: 0,
    saved: 0,
  };
  for (const part of parts) for (const key of Object.keys(sum) as (keyof Regret)[]) sum[key] += part[key];
  return sum;
}
