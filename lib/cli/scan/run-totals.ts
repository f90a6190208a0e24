/** Adds up what a scan says of many runs. */

import type { ScannedRun, ScanTotals } from "../scan-types.ts";
import { costOf, type Pricing, wastedCost } from "./totals-text.ts";

/** Without what is known only of a whole scan. */
export type RunTotals = Omit<ScanTotals, "files" | "wastedCost" | "currency">;

type Always = "runs" | "runsWithLoops" | "calls" | "tokens" | "wastedCalls" | "wastedTokens";

export function noTotals(): Pick<RunTotals, Always> {
  return { runs: 0, runsWithLoops: 0, calls: 0, tokens: 0, wastedCalls: 0, wastedTokens: 0 };
}

export function countRun(totals: RunTotals, run: ScannedRun): void {
  for (const name of ["cachedTokens", "resentTokens", "unrecordedCalls"] as const) add(totals, name, run[name]);
  add(totals, "unbilledRuns", run.billed === false ? 1 : 0);
  add(totals, "unrecordedRuns", run.unrecorded === "all" ? 1 : 0);
  add(totals, "runsWithoutResults", run.unrecorded === "results" ? 1 : 0);
  add(totals, "untimedRuns", run.timed === false ? 1 : 0);
  add(totals, "savedCalls", run.saved?.calls);
  add(totals, "savedTokens", run.saved?.tokens);
  add(totals, "savedCachedTokens", run.saved?.cachedTokens);
  add(totals, "recoveredRuns", run.recoveries === undefined ? 0 : 1);
  for (const { rung, calls, tokens } of run.recoveries ?? []) {
    add(totals, `${rung}Rungs`, 1);
    add(totals, "prunedCalls", calls);
    add(totals, "prunedTokens", tokens);
  }
  const fate = fateOf(run);
  if (fate !== undefined) add(totals, fate, 1);
  totals.runs++;
  totals.calls += run.calls;
  totals.tokens += run.tokens;
  if (run.detections.length > 0) totals.runsWithLoops++;
  for (const { wastedCalls, wastedTokens, wastedCachedTokens, wastedResentTokens } of run.detections) {
    add(totals, "wastedCachedTokens", wastedCachedTokens);
    add(totals, "wastedResentTokens", wastedResentTokens);
    totals.wastedCalls += wastedCalls;
    totals.wastedTokens += wastedTokens;
  }
}

/** Adds what the waste cost, and what would have been saved of it. */
export function priceTotals(totals: ScanTotals, pricing: Pricing): void {
  totals.wastedCost = wastedCost(totals, pricing);
  totals.currency = pricing.currency;
  if (totals.savedTokens) totals.savedCost = costOf(totals.savedTokens, totals.savedCachedTokens ?? 0, pricing);
}

/** The most severe that the guard would have done to a run. */
function fateOf({ detections }: ScannedRun): "warnedRuns" | "refusedRuns" | "endedRuns" | undefined {
  const actions = new Set(detections.map(({ action }) => action));
  if (actions.has("abort")) return "endedRuns";
  if (actions.has("hint") || actions.has("ask")) return "refusedRuns";
  return actions.has("warn") ? "warnedRuns" : undefined;
}

function add(totals: RunTotals, name: Exclude<keyof RunTotals, Always>, more = 0): void {
  if (more > 0) totals[name] = (totals[name] ?? 0) + more;
}
