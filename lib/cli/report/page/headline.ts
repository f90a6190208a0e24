/** The report in one sentence: what was lost, where, and what to set. */
import { cost } from "../../money.ts";
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

/** What was lost stands out; what to set follows it. */
export function headline(report: PageReport, entries: readonly RunEntry[]): (Node | string)[] {
  const { lost, set } = headlineOf(report, entries);
  return [el("strong", {}, ...lost.map(shown)), ...set.map(shown)];
}

function shown({ kind, text }: Words): Node | string {
  if (kind === "text") return text;
  return el("code", {}, foreign(kind === "code" ? text : clipped(text, MOST_NAME)));
}

export interface Headline {
  lost: Words[];
  set: Words[];
}

export function headlineOf({ totals, errors, guard }: PageReport, entries: readonly RunEntry[]): Headline {
  const { runs, runsWithLoops, calls, tokens, wastedCalls, wastedTokens, wastedCost } = totals;
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
  const price =
    wastedCost === undefined ? "" : `, ${totals.currency ? "" : "cost "}${cost(wastedCost, totals.currency)}`;
  const share = `(${percent(wastedTokens, tokens)}${price})`;
  const callsAnd = wastedCalls === 0 ? "" : `${counted(wastedCalls, "call")} and `; // a loop in text wastes no call
  return {
    lost: [
      say(`${looped(runsWithLoops, runs)}: ${callsAnd}${short(wastedTokens)} tokens ${share} wasted`),
      ...where(wasteBy(entries, (loop) => loop.toolName)),
      say("; "),
    ],
    set: [
      { kind: "code", text: guard },
      say(` ${whatItDoes(entries.filter(({ run }) => run.detections.length > 0))}.`),
    ],
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

/** What the guard would have done to the runs with loops. Warnings let a call pass. */
function whatItDoes(looping: readonly RunEntry[]): string {
  const first = looping
    .map(({ run }) => Math.min(...run.detections.flatMap(({ calls }) => calls[0] ?? [])))
    .filter(Number.isFinite)
    .sort((a, b) => a - b);
  const median = first[Math.floor((first.length - 1) / 2)];
  const at =
    median === undefined ? [] : [`steps in at call ${count(median + 1)}${first.length > 1 ? " (median)" : ""}`];
  const refused = looping.filter(({ run }) => run.detections.some(({ action }) => STOPS.has(action))).length;
  const warned = looping.filter(
    ({ run }) =>
      run.detections.some(({ action }) => action === "warn") && !run.detections.some(({ action }) => STOPS.has(action)),
  ).length;
  const those = (some: number) => {
    if (looping.length === 1) return "";
    return some === looping.length ? " in all of these runs" : ` in ${count(some)} of these runs`;
  };
  const others = refused > 0 ? ` in ${count(warned)}` : those(warned);
  const does = [
    ...at,
    ...(refused > 0 ? [`refuses calls${those(refused)}`] : []),
    ...(warned > 0 ? [`warns${others}`] : []),
  ];
  if (does.length === 0) return "notices them";
  return does.length < 3 ? does.join(" and ") : `${does.slice(0, -1).join(", ")} and ${does.at(-1)}`;
}

const STOPS: ReadonlySet<string> = new Set(["hint", "ask", "abort"]);
