/**
 * The totals of a scan, and what they say in words: what was wasted, and what the guard would have done. Also part of the
 * report's page.
 */

import type { VerdictAction } from "../../base/types.ts";
import type { ScannedRun, ScanTotals } from "../scan-types.ts";

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

/** Prices of a million tokens, as the command line names them. */
export interface Pricing {
  price: number;
  /** Of tokens that the provider read from its cache; without one they cost as much as others. */
  cachedPrice?: number;
  /** Printed behind each amount. */
  currency: string;
}

/** `cached` of the `tokens` were read from the provider's cache. */
export function costOf(tokens: number, cached: number, { price, cachedPrice = price }: Pricing): number {
  return ((tokens - cached) * price + cached * cachedPrice) / 1e6;
}

/** What a loop wasted, or all: what was sent again was in the cache of a provider that has one. */
export function wastedCost(
  wasted: { wastedTokens: number; wastedCachedTokens?: number; wastedResentTokens?: number },
  pricing: Pricing,
): number {
  const { wastedTokens, wastedCachedTokens = 0, wastedResentTokens = 0 } = wasted;
  return costOf(wastedTokens + wastedResentTokens, wastedCachedTokens + wastedResentTokens, pricing);
}

/** That of the providers' own price lists. */
export const CURRENCY = "USD";

/** "1.50 EUR", "0.0042 EUR", "under 0.0001 EUR". */
export function money(amount: number, currency: string = CURRENCY): string {
  if (amount > 0 && amount < 0.0001) return `under 0.0001 ${currency}`;
  return `${amount > 0 && isNothing(amount) ? Number(amount.toPrecision(2)) : amount.toFixed(2)} ${currency}`;
}

/** Whether an amount is less than the least that can be paid. */
export function isNothing(amount: number): boolean {
  return amount < 0.01;
}

/** The totals, a line each. */
export function totalsText(totals: ScanTotals): string {
  const { files, runs, runsWithLoops, calls, untimedRuns = 0, unbilledRuns = 0 } = totals;
  const { tokens, resentTokens = 0, wastedCalls, wastedCachedTokens = 0, wastedCost } = totals;
  const about = unbilledRuns > 0 ? "about " : "";
  const lines = [
    `${counted(runs, "run")} with ${counted(calls, "call")} in ${counted(files, "file")}`,
    `${count(runsWithLoops)} with loops (${share(runsWithLoops, runs)})`,
  ];
  if (runsWithLoops > 0) {
    const wasted = wastedTokens(totals);
    lines.push(
      `wasted: ${count(wastedCalls)} calls (${share(wastedCalls, calls)}), ${about}${count(wasted)} tokens (${share(wasted, tokens + resentTokens)})` +
        (wastedCachedTokens === 0 ? "" : `, ${count(wastedCachedTokens)} of them from a cache`) +
        (wastedCost === undefined ? "" : `, ${costText(wastedCost, totals)}`),
    );
  }
  if (unbilledRuns > 0 && runsWithLoops > 0) lines.push(estimateText(unbilledRuns, runs));
  if (untimedRuns > 0) lines.push(untimedText(untimedRuns, runs));
  return lines.join("\n");
}

/** "about 0.05 USD", where something of it is an estimate. */
export function costText(
  amount: number,
  { currency, unbilledRuns = 0 }: Pick<ScanTotals, "currency" | "unbilledRuns">,
): string {
  const text = money(amount, currency);
  return unbilledRuns > 0 && amount > 0 && !text.startsWith("under") ? `about ${text}` : text;
}

/** What was wasted, with what was sent again for it. */
export function wastedTokens({
  wastedTokens,
  wastedResentTokens = 0,
}: Pick<ScanTotals, "wastedTokens" | "wastedResentTokens">): number {
  return wastedTokens + wastedResentTokens;
}

/** What tokens are that nobody was billed for in the record. */
function estimateText(unbilled: number, all: number): string {
  const which = unbilled === all ? "No usage is recorded" : `No usage is recorded in ${count(unbilled)} of the runs`;
  return `${which}: tokens are estimated there, at four characters each, and each response pays again for all that came before it; prompts and tools that the record leaves out come on top.`;
}

/**
 * What the guard would have done, in one sentence. `guard`: the code that makes it; `from`: the call from which on it saved
 * something, in each run in which it did.
 */
export function verdictText(totals: ScanTotals, guard: string, from: readonly number[] = []): string {
  const { runs, calls, runsWithLoops, warnedRuns = 0, refusedRuns = 0, endedRuns = 0 } = totals;
  const { unbilledRuns = 0, savedCalls = 0, savedTokens = 0, savedCost } = totals;
  if (calls === 0 && runsWithLoops === 0) return "No call was judged.";
  if (runsWithLoops === 0)
    return `No loop was found: ${guard} would have said nothing in ${runs === 1 ? "this run" : `these ${count(runs)} runs`}.`;
  const of = (some: number) => (runs === 1 ? "" : ` in ${counted(some, "run")}`);
  const ended = runs === 1 ? "ended the run" : `ended ${counted(endedRuns, "run")}`;
  const does = [
    ...(warnedRuns > 0 ? [`warned${of(warnedRuns)}`] : []),
    ...(refusedRuns > 0 ? [`refused calls${of(refusedRuns)}`] : []),
    ...(endedRuns > 0 ? [ended] : []),
  ];
  if (does.length === 0) return `${guard} would have noticed ${runsWithLoops === 1 ? "it" : "them"}, and done nothing.`;
  const list = does.length < 2 ? does.join() : `${does.slice(0, -1).join(", ")} and ${does.at(-1)}`;
  const about = unbilledRuns > 0 ? "about " : "";
  const what = [
    ...(savedCalls > 0 ? [counted(savedCalls, "call")] : []),
    ...(savedTokens > 0 ? [`${about}${count(savedTokens)} tokens`] : []),
  ].join(" and ");
  const price = savedCost === undefined || savedTokens === 0 ? "" : ` (${costText(savedCost, totals)})`;
  return `${guard} would have ${list}${what === "" ? ", and saved nothing" : `, and saved ${what}${price}${since(from)}`}.`;
}

function since(from: readonly number[]): string {
  const median = [...from].sort((a, b) => a - b)[Math.floor((from.length - 1) / 2)];
  if (median === undefined) return "";
  return `, from call #${count(median + 1)} on${from.length > 1 ? " (the median of the runs)" : ""}`;
}

/** What `scan` and `tune` say of runs whose calls have no recorded times. */
export function untimedText(untimed: number, all: number): string {
  const which = untimed === all ? "No times are recorded" : `No times are recorded in ${count(untimed)} of the runs`;
  return `${which}: waiting was judged by words and counts, not by a clock.`;
}

function share(part: number, whole: number): string {
  return whole === 0 ? "0 %" : `${((100 * part) / whole).toFixed(1)} %`;
}

/** A whole number with commas. The first `toLocaleString` of a process takes 13 ms. */
export function count(value: number): string {
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** "1 run", "12,345 runs". */
export function counted(value: number, one: string, many: string = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** Not in the detectors' records, since a report's page would have all of lib/rules then. */
const MEANINGS: Readonly<Record<string, string>> = {
  no_news: "nothing new came back",
  no_progress: "same call, same result",
  repeat: "same call, again and again",
  error_streak: "same error, again and again",
  stall: "same result, whatever is asked",
  cycle: "same calls in the same order",
  ping_pong: "tools that alternate",
  unknown_tool: "no such tool, or not its input",
  near_repeat: "nearly the same call",
  duplicate: "had already been called",
  similar_query: "nearly the same query",
  count: "same call, too often",
  limit: "same tool, too often",
  poll: "waits, and nothing changes",
  text_repeat: "writes the same again",
  delegation: "agents hand over in a circle",
  budget: "a budget is used up",
  stop_loop: "sent back again and again",
};

/** "" for a detector of the user's own. */
export function meaningOf(detector: string): string {
  return Object.hasOwn(MEANINGS, detector) ? (MEANINGS[detector] as string) : "";
}

/** What the guard would have done to a call, or to the run. */
export const WOULD_HAVE: Readonly<Record<VerdictAction, string>> = {
  allow: "noticed",
  warn: "warned",
  hint: "refused",
  ask: "asked",
  abort: "ended",
};
