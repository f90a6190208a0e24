/** What the calls of a recorded run gave, and what refusing them would have cost or saved. */

import { failureKey, isFailure } from "../../base/failures.ts";
import { getOrAdd } from "../../base/property.ts";
import type { LoopOutcome, Verdict } from "../../base/types.ts";
import { core } from "../../core/backend.ts";
import { VOLATILE_BITS } from "../../core/layout.gen.ts";
import { isRefusal } from "../../rules/verdict.ts";
import { safeText } from "../../run/call-input.ts";

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

/** A text that is equal for outcomes with the same content. `volatile`: bits of `VOLATILE_BITS`, of what is not compared. */
export function newsKey(toolName: string, outcome: LoopOutcome, volatile: number = ALL_CLASSES): string {
  const error = isFailure(outcome) ? failureKey(outcome) : "";
  const result = error === "" ? safeText(outcome.result, "result", toolName) : undefined;
  if (!isFailure(outcome) && result === undefined) return "nothing";
  const kind = isFailure(outcome) ? "failure" : "result";
  const form = result !== undefined && typeof outcome.result !== "string" ? "json" : "text";
  return `${kind} ${form} ${core.normalizeVolatile(volatile, result ?? error)}`;
}

/** Of each call of one run. The texts are equal for equal arguments and results. */
export function gaveOf(calls: readonly { name: string; args: string; result: string | undefined }[]): Gave[] {
  const known = new Map<string, { times: number; results: Set<string> }>();
  const tools = new Map<string, Set<string>>();
  return calls.map(({ name, args, result }) => {
    if (result === undefined) return "unknown";
    const call = getOrAdd(known, JSON.stringify([name, args]), () => ({ times: 0, results: new Set() }));
    const tool = getOrAdd(tools, name, () => new Set());
    const isNews = !(call.times > 0 ? call.results : tool).has(result);
    call.results.add(result);
    tool.add(result);
    if (++call.times > LOOKS && !isNews) return "redundant";
    return isNews ? "news" : "known";
  });
}

/** The calls of one run that a guard refused: of the index of each, in order, the loop. */
export type Refusals = Map<number, string>;

export function noteRefusal(refusals: Refusals, index: number, { action, detection }: Verdict): void {
  if (isRefusal(action)) refusals.set(index, `${detection?.detector} ${detection?.fingerprint}`);
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
export function regretOf(gave: readonly Gave[], refusals: Refusals): Regret {
  if (gave.length < 2) return { ...NOTHING };
  const count = (indices: readonly number[], what: Gave) => indices.filter((index) => gave[index] === what).length;
  const known = (indices: readonly number[]) => indices.length - count(indices, "unknown");
  const all = [...refusals.keys()];
  // Later refusals of a loop depend on its first: a model that is refused is likely to do something else.
  const first = [...new Map([...refusals].reverse().map(([index, loop]) => [loop, index])).values()];
  const [refused, news] = [known(all), count(all, "news")];
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
