/** The report in a few sentences: what was lost, where, and what the guard would have done, with what that had saved. */
import { costText, verdictText, wastedTokens } from "../../scan/totals-text.ts";
import type { PageReport } from "../page-data.ts";
import { el, foreign } from "./dom.ts";
import { clipped, count, counted, percent, short } from "./format.ts";
import type { RunEntry } from "./run-entry.ts";
import { type Waste, wasteBy } from "./waste.ts";

/** A text of the page, the name of a tool as a trace has it, or code to set. */
export interface Words {
  kind: "text" | "tool" | "code";
  text: string;
}

const MOST_NAME = 60;

/** What was lost stands out; what the guard would have done follows it. */
export function headline(report: PageReport, entries: readonly RunEntry[]): (Node | string)[] {
  const { lost, set } = headlineOf(report, entries);
  return [el("strong", {}, ...lost.map(shown)), ...(set.length > 0 ? [" "] : []), ...set.map(shown)];
}

function shown({ kind, text }: Words): Node | string {
  if (kind === "text") return text;
  return el("code", {}, foreign(kind === "code" ? text : clipped(text, MOST_NAME)));
}

export interface Headline {
  lost: Words[];
  set: Words[];
}

export function headlineOf(report: PageReport, entries: readonly RunEntry[]): Headline {
  const { totals, errors, guard } = report;
  const { runs, runsWithLoops, calls, tokens, resentTokens = 0, wastedCalls, wastedCost } = totals;
  const nothing = (text: string): Headline => ({ lost: [say(text)], set: [] });
  if (runs === 0)
    return nothing(
      errors.length > 0 ? "No run could be read: the errors are below." : "No runs: no tool calls were found.",
    );
  if (runsWithLoops === 0 && calls === 0) return nothing("No tool calls were found.");
  if (runsWithLoops === 0) {
    if ((totals.unrecordedRuns ?? 0) + (totals.runsWithoutResults ?? 0) === runs)
      return nothing("Loops cannot be seen: no run was recorded with the results of its calls.");
    const all = runs === 1 ? "the run did not repeat itself" : `none of ${count(runs)} runs repeated itself`;
    return nothing(`No loops: ${all} without progress.`);
  }
  const wasted = wastedTokens(totals);
  const price = wastedCost === undefined ? "" : `, ${costText(wastedCost, totals)}`;
  const callsAnd = wastedCalls === 0 ? "" : `${counted(wastedCalls, "call")} and `; // a loop in text wastes no call
  const about = (totals.unbilledRuns ?? 0) > 0 ? "about " : "";
  const share = `(${percent(wasted, tokens + resentTokens)}${price})`;
  const from = entries.flatMap(({ run: { saved } }) => (saved !== undefined && saved.calls > 0 ? [saved.from] : []));
  const [before, after] = verdictText(totals, "\0", from).split("\0") as [string, string];
  return {
    lost: [
      say(`${looped(runsWithLoops, runs)}: ${callsAnd}${about}${short(wasted)} tokens ${share} wasted`),
      ...where(wasteBy(entries, (loop) => loop.toolName)),
      say("."),
    ],
    set: [say(before), { kind: "code", text: guard }, say(`${after}${withoutClock(entries)}`)],
  };
}

function say(text: string): Words {
  return { kind: "text", text };
}

function looped(some: number, all: number): string {
  if (all === 1) return "The run looped";
  return some === all ? `All ${count(all)} runs looped` : `${count(some)} of ${count(all)} runs looped`;
}

/** The tool that lost most; `wastes` begins with it. */
function where([most, ...others]: readonly Waste[]): Words[] {
  if (most === undefined || most.share === 0) return [];
  const tool: Words = { kind: "tool", text: most.name };
  if (others.length === 0) return [say(", all in "), tool];
  const share = percent(most.share, 1);
  return [say(most.share > 0.5 ? `, most (${share}) in ` : `, the largest part (${share}) in `), tool];
}

/** What a guard that does not know the time would have saved, where the record has times. */
function withoutClock(entries: readonly RunEntry[]): string {
  const timed = entries.filter(({ run }) => run.savedWithoutClock !== undefined);
  const saved = (of: (entry: RunEntry) => number | undefined) => timed.reduce((sum, one) => sum + (of(one) ?? 0), 0);
  const [clock, none] = [saved(({ run }) => run.saved?.calls), saved(({ run }) => run.savedWithoutClock?.calls)];
  if (timed.length === 0) return "";
  if (clock === none) return " With the times of the record and without them, it would have saved the same calls.";
  return ` That is by the times of the record; without a clock it would have saved ${counted(none, "call")} in these runs, instead of ${count(clock)}.`;
}
