/** What the calls of a recorded run gave, and what refusing them would have cost or saved. */

import { failureKey, isFailure } from "../../base/failures.ts";
import type { LoopOutcome, Verdict } from "../../base/types.ts";
import { core } from "../../core/backend.ts";
import { VOLATILE_BITS } from "../../core/layout.gen.ts";
import { isRefusal } from "../../rules/verdict.ts";
import { safeText } from "../../run/call-input.ts";

/** Spans of texts that are not compared, as bits of `VOLATILE_BITS`. */
interface VolatileBits {
  readonly results: number;
  readonly failures: number;
}

/** Equal for equal outcomes; `null` for one that cannot be compared. */
export function outcomeKey(toolName: string, outcome: LoopOutcome, volatile: VolatileBits): string | null {
  const failed = isFailure(outcome);
  const error = failed ? failureKey(outcome) : "";
  const result = error === "" ? safeText(outcome.result, "result", toolName) : undefined;
  if (!failed && result === undefined) return null;
  const isJson = result !== undefined && typeof outcome.result !== "string";
  const bits = failed ? volatile.failures : volatile.results;
  const text = error === "" ? (result ?? "") : error;
  return `${failed ? "failure" : "result"} ${isJson ? "json" : "text"} ${bits === 0 ? text : core.normalizeVolatile(bits, text)}`;
}

/**
 * What a call of a recorded run gave, whatever a guard would have decided: a refusal of `news` was wrong.
 *
 * `news`: a result that the same call had not given before in the run; of a call not made before, one that its tool had not
 * given. `redundant`: what a guard is there to save, a third or later equal call without news. `known`: neither. `unknown`:
 * no result was recorded.
 */
export type Gave = "news" | "known" | "redundant" | "unknown";

/** Equal calls that are useful: the first, and one to see whether anything changed. */
const LOOKS = 2;

/** Digits too, which the presets compare in results: then a clock or a counter is never taken for news, nor an id. */
const ALL_CLASSES = Object.values(VOLATILE_BITS).reduce((sum, bit) => sum | bit, 0) & ~VOLATILE_BITS.unlessAll;
const ANY_SPAN: VolatileBits = { results: ALL_CLASSES, failures: ALL_CLASSES };

/** A text that is equal for outcomes with the same content. */
export function newsKey(toolName: string, outcome: LoopOutcome): string {
  return outcomeKey(toolName, outcome, ANY_SPAN) ?? "nothing";
}

/** For one run; called for each call in order. */
export class NewsLedger {
  readonly #calls = new Map<string, { readonly results: Set<string>; times: number }>();
  readonly #tools = new Map<string, Set<string>>();

  /** `args` and `result`: texts that are equal for equal arguments and results. */
  gave(toolName: string, args: string, result: string | undefined): Gave {
    if (result === undefined) return "unknown";
    const key = JSON.stringify([toolName, args]);
    const call = this.#calls.get(key) ?? { results: new Set(), times: 0 };
    const tool = this.#tools.get(toolName) ?? new Set();
    const isNews = !(call.times > 0 ? call.results : tool).has(result);
    const gave = isNews ? "news" : call.times >= LOOKS ? "redundant" : "known";
    call.times++;
    call.results.add(result);
    tool.add(result);
    this.#calls.set(key, call);
    this.#tools.set(toolName, tool);
    return gave;
  }
}

/** Indices of the calls of one run that a guard refused, in order. */
export class RefusalNotes {
  readonly all: number[] = [];
  /** The first refusal of each loop. Later calls depend on it: a model that is refused is likely to do something else. */
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

const NOTHING = {
  runs: 0,
  /** Runs with a refusal. */
  refusedRuns: 0,
  /** Runs with a refusal of news. */
  wrongedRuns: 0,
  refused: 0,
  news: 0,
  /** First refusals of a loop. */
  first: 0,
  firstNews: 0,
  /** Redundant calls, which a guard should save. */
  redundant: 0,
  saved: 0,
};

/** Counts of one run, or of many. Calls without a recorded result are left out. */
export type Regret = typeof NOTHING;

/** `gave`: of each call of one run. */
export function regretOf(gave: readonly Gave[], { all, first }: Pick<RefusalNotes, "all" | "first">): Regret {
  if (gave.length < 2) return { ...NOTHING };
  const count = (indices: readonly number[], what: Gave) => indices.filter((index) => gave[index] === what).length;
  const known = (indices: readonly number[]) => indices.length - count(indices, "unknown");
  const refused = known(all);
  const news = count(all, "news");
  return {
    runs: gave.every((what) => what === "unknown") ? 0 : 1,
    ...{ refusedRuns: refused > 0 ? 1 : 0, wrongedRuns: news > 0 ? 1 : 0 },
    ...{ refused, news, first: known(first), firstNews: count(first, "news") },
    ...{ redundant: gave.filter((what) => what === "redundant").length, saved: count(all, "redundant") },
  };
}

export function summedRegret(parts: Iterable<Regret>): Regret {
  const sum = { ...NOTHING };
  for (const part of parts) for (const key of Object.keys(sum) as (keyof Regret)[]) sum[key] += part[key];
  return sum;
}
