/** Adds up what a scan says of many runs. */

import type { ScannedRun, ScanTotals } from "../scan-types.ts";
import { costOf, type Pricing, wastedCost } from "./totals-text.ts";

/** Without what is known only of a whole scan. */
export type RunTotals = Omit<ScanTotals, "files" | "wastedCost" | "savedCost" | "currency">;

export function noTotals(): RunTotals {
  return { runs: 0, runsWithLoops: 0, calls: 0, tokens: 0, wastedCalls: 0, wastedTokens: 0 };
}

/** Adds what a part of a scan has; what is 0 or absent there adds nothing, not even a member. */
export function addTotals(
  totals: RunTotals,
  more: { readonly [Name in keyof RunTotals]?: RunTotals[Name] | undefined },
): void {
  for (const [name, value = 0] of Object.entries(more) as [keyof RunTotals, number | undefined][])
    if (value > 0) totals[name] = (totals[name] ?? 0) + value;
}

export function countRun(totals: RunTotals, run: ScannedRun): void {
  const { calls, tokens, cachedTokens, resentTokens, unrecordedCalls, saved } = run;
  addTotals(totals, {
    ...{ runs: 1, calls, tokens, cachedTokens, resentTokens, unrecordedCalls },
    unbilledRuns: run.billed === false ? 1 : 0,
    unrecordedRuns: run.unrecorded === "all" ? 1 : 0,
    runsWithoutResults: run.unrecorded === "results" ? 1 : 0,
    untimedRuns: run.timed === false ? 1 : 0,
    savedCalls: saved?.calls,
    savedTokens: saved?.tokens,
    savedCachedTokens: saved?.cachedTokens,
    runsWithLoops: run.detections.length > 0 ? 1 : 0,
  });
  const fate = fateOf(run);
  if (fate !== undefined) addTotals(totals, { [fate]: 1 });
  for (const { wastedCalls, wastedTokens, wastedCachedTokens, wastedResentTokens } of run.detections)
    addTotals(totals, { wastedCachedTokens, wastedResentTokens, wastedCalls, wastedTokens });
}

/** Adds what the waste cost, and what would have been saved of it. */
export function priceTotals(totals: ScanTotals, pricing: Pricing): void {
  totals.wastedCost = wastedCost(totals, pricing);
  totals.currency = pricing.currency;
  if (totals.savedTokens) totals.savedCost = costOf(totals.savedTokens, totals.savedCachedTokens ?? 0, pricing);
}

/** The most severe that the guard would have done to a run. */
function fateOf({ detections }: ScannedRun): "warnedRuns" | "refusedRuns" | "endedRuns" | undefined {
  const said = new Set(detections.map(({ action }) => action));
  if (said.has("abort")) return "endedRuns";
  if (said.has("hint") || said.has("ask")) return "refusedRuns";
  return said.has("warn") ? "warnedRuns" : undefined;
}
