/** The part of the page before the list of runs: the headline, the totals, loops by tool and by detector; and the errors. */

import { getOrAdd } from "../../../base/property.ts";
import { CURRENCY, costText, isNothing, meaningOf, verdictText, wastedTokens } from "../../scan/totals-text.ts";
import type { PageReport, ScanDetection, ScanError, ScanTotals } from "../../scan-types.ts";
import { button, byId, count, counted, el, foreign, moment, named, percent, SHORT_NAME, short, table } from "./dom.ts";
import type { RunEntry } from "./run-entry.ts";

interface Waste {
  name: string;
  loops: number;
  wastedTokens: number;
  /** Of all that was lost, from 0 to 1: of the tokens, or of the loops where no tokens are known. */
  share: number;
}

/** The most first. */
export function wasteBy(entries: readonly RunEntry[], nameOf: (loop: ScanDetection) => string): Waste[] {
  const byName = new Map<string, Waste>();
  let loops = 0;
  let tokens = 0;
  for (const { run } of entries)
    for (const loop of run.detections) {
      const name = nameOf(loop);
      const waste = getOrAdd(byName, name, () => ({ name, loops: 0, wastedTokens: 0, share: 0 }));
      waste.loops++;
      waste.wastedTokens += wastedTokens(loop);
      loops++;
      tokens += wastedTokens(loop);
    }
  const wastes = [...byName.values()];
  for (const waste of wastes) waste.share = tokens > 0 ? waste.wastedTokens / tokens : waste.loops / loops;
  return wastes.sort((a, b) => b.wastedTokens - a.wastedTokens || b.loops - a.loops);
}

type Weight = "heavy" | "middle" | "light";

function tiles({ totals, price, cachedPrice }: PageReport): HTMLElement {
  const { runs, runsWithLoops, calls, wastedCalls, wastedCost, unbilledRuns = 0 } = totals;
  const tokens = totals.tokens + (totals.resentTokens ?? 0);
  const lostTokens = wastedTokens(totals);
  const about = (value: number) => (unbilledRuns > 0 ? `about ${short(value)}` : short(value));
  const tile = (weight: Weight, name: string, value: string, note: string, part = 0, whole = 0) =>
    el(
      "div",
      { class: weight },
      el("dt", name),
      el("dd", el("strong", value), note === "" ? "" : el("span", note), ...(whole > 0 ? [shareOf(part, whole)] : [])),
    );
  const lost = (weight: Weight, name: string, show: (value: number) => string, part: number, whole: number) =>
    tile(weight, name, show(part), `${percent(part, whole)} of ${show(whole)}`, part, whole);
  if (runsWithLoops === 0)
    return el(
      "dl.figures.plain",
      tile("light", "Runs", count(runs), ""),
      tile("light", "Calls", count(calls), ""),
      tile("light", "Tokens", about(tokens), ""),
    );
  const shown = [
    lost("heavy", "Tokens wasted", about, lostTokens, tokens),
    lost("middle", "Calls wasted", count, wastedCalls, calls),
    lost("light", "Runs with loops", count, runsWithLoops, runs),
  ];
  if (wastedCost !== undefined) {
    // Money says most, unless it is none.
    const most = !isNothing(wastedCost);
    if (most) shown[0]?.classList.replace("heavy", "middle");
    const cached = cachedPrice === undefined ? "" : `, ${cachedPrice} from a cache`;
    const note = price === undefined ? "" : `at ${price} ${totals.currency ?? CURRENCY} per million${cached}`;
    const own = tile(most ? "heavy" : "light", "Cost wasted", costText(wastedCost, totals), note, lostTokens, tokens);
    shown.splice(most ? 0 : shown.length, 0, own);
  }
  return el("dl.figures", ...shown);
}

function shareOf(part: number, whole: number): HTMLElement {
  const bar = el("i.bar");
  bar.style.width = `${(part / whole) * 100}%`;
  return el("i.share", { "aria-hidden": "true" }, bar);
}

/** A text of the page, the name of a tool as a trace has it, or code to set. */
type Words = string | { tool: string } | { code: string };

/** What was lost stands out; what the guard would have done follows it. */
function headline(report: PageReport, entries: readonly RunEntry[]): (Node | string)[] {
  const { lost, set } = headlineOf(report, entries);
  return [el("strong", ...lost.map(shown)), ...(set.length > 0 ? [" "] : []), ...set.map(shown)];
}

function shown(words: Words): Node | string {
  if (typeof words === "string") return words;
  return el("code", "code" in words ? foreign(words.code) : named(words.tool, SHORT_NAME));
}

interface Headline {
  lost: Words[];
  set: Words[];
}

export function headlineOf(report: PageReport, entries: readonly RunEntry[]): Headline {
  const { totals, errors, guard } = report;
  const { runs, runsWithLoops, calls, tokens, resentTokens = 0, wastedCalls, wastedCost } = totals;
  const nothing = (text: string): Headline => ({ lost: [text], set: [] });
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
      `${looped(runsWithLoops, runs)}: ${callsAnd}${about}${short(wasted)} tokens ${share} wasted`,
      ...where(wasteBy(entries, (loop) => loop.toolName)),
      ".",
    ],
    set: [before, { code: guard }, `${after}${withoutClock(entries)}${recoveredText(totals)}`],
  };
}

function looped(some: number, all: number): string {
  if (all === 1) return "The run looped";
  return some === all ? `All ${count(all)} runs looped` : `${count(some)} of ${count(all)} runs looped`;
}

/** The tool that lost most; `wastes` begins with it. */
function where([most, ...others]: readonly Waste[]): Words[] {
  if (most === undefined || most.share === 0) return [];
  const tool = { tool: most.name };
  if (others.length === 0) return [", all in ", tool];
  const share = percent(most.share, 1);
  return [most.share > 0.5 ? `, most (${share}) in ` : `, the largest part (${share}) in `, tool];
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

/** By `--what-if recover`. */
function recoveredText({ recoveredRuns, runsWithLoops, prunedTokens = 0 }: ScanTotals): string {
  if (recoveredRuns === undefined) return "";
  const some = `${count(recoveredRuns)} of ${counted(runsWithLoops, "run")} with loops`;
  return ` recover would have changed requests of ${some}: about ${short(prunedTokens)} tokens pruned.`;
}

const MOST_BARS = 6;
/** Limit for "show all": a trace may contain any number of tool names. */
const MOST_NAMES = 200;
const MOST_ERRORS = 200;

export function showTotals(report: PageReport, entries: readonly RunEntry[]): void {
  const { totals, settings, madeAt, errors } = report;
  const made = Date.parse(madeAt);
  byId("made").append(
    "Judged by ",
    foreign(settings),
    Number.isNaN(made) ? "" : `, ${moment(made)}`,
    `, ${counted(totals.files, "file")}`,
  );
  if (errors.length > 0)
    byId("made").append(", ", el("a", { href: "#errors-title" }, `${counted(errors.length, "fault")} in reading`));
  byId("headline").replaceChildren(...headline(report, entries));
  showUnrecorded(totals);
  if (totals.runs === 0) return;
  byId("totals").append(tiles(report));
  byId("totals").hidden = false;
}

function showUnrecorded({ unrecordedRuns = 0, runsWithoutResults = 0, runs }: ScanTotals): void {
  const unjudged = unrecordedRuns + runsWithoutResults;
  if (unjudged === 0) return;
  const why = [
    ...(unrecordedRuns > 0 ? [`${count(unrecordedRuns)} with neither arguments nor results`] : []),
    ...(runsWithoutResults > 0 ? [`${count(runsWithoutResults)} without results`] : []),
  ];
  const note = byId("unrecorded");
  note.hidden = false;
  note.textContent = `${count(unjudged)} of ${counted(runs, "run")} cannot be judged: ${why.join(", ")}.`;
}

/** `choose`: takes the name whose runs are to be shown. */
export function showBars(
  entries: readonly RunEntry[],
  choose: Readonly<Record<"detector" | "tool", (name: string) => void>>,
): void {
  const byTool = wasteBy(entries, (loop) => loop.toolName);
  if (byTool.length === 0) return;
  byId("by-tool").append(barTable("Tool", byTool, choose.tool, () => ""));
  const byDetector = wasteBy(entries, (loop) => loop.detector);
  byId("by-detector").append(barTable("Detector", byDetector, choose.detector, meaningOf));
  byId("overview").hidden = false;
}

function barTable(
  title: string,
  wastes: readonly Waste[],
  pick: (name: string) => void,
  meaning: (name: string) => string,
): DocumentFragment {
  const most = Math.max(...wastes.slice(0, 1).map(({ share }) => share));
  const rows = wastes.slice(0, MOST_NAMES).map((waste, index) => {
    const length = el("span.bar");
    length.style.width = `${(waste.share / most) * 100}%`;
    const name = button("", () => pick(waste.name), { class: "plain", title: "Show these runs" });
    name.append(named(waste.name));
    const words = meaning(waste.name);
    return el(
      "tr",
      { hidden: index >= MOST_BARS },
      el("th", { scope: "row" }, name, words === "" ? "" : el("span.quiet.meaning", words)),
      el(
        "td.bars",
        el("span.track", length),
        el("span", short(waste.wastedTokens)),
        el("span.quiet", ` ${percent(waste.share, 1)}`),
      ),
      el("td.number", count(waste.loops)),
    );
  });
  const part = document.createDocumentFragment();
  part.append(table("compact", [title, "Tokens wasted", "Loops"], rows, [2]));
  if (rows.length > MOST_BARS) {
    const label = rows.length < wastes.length ? `Show ${count(rows.length)} of` : "Show all";
    const more = button(
      `${label} ${count(wastes.length)}`,
      () => {
        for (const row of rows) row.hidden = false;
        more.remove();
        rows[MOST_BARS]?.querySelector("button")?.focus();
      },
      { class: "small" },
    );
    part.append(more);
  }
  return part;
}

export function showErrors(errors: readonly ScanError[]): void {
  if (errors.length === 0) return;
  const section = byId("errors");
  const rows = errors
    .slice(0, MOST_ERRORS)
    .map(({ file, line, reason }) =>
      el("tr", el("th", { scope: "row" }, foreign(file), line > 0 ? `:${line}` : ""), el("td", foreign(reason))),
    );
  section.append(table("wide", ["Where", "Why"], rows));
  const left = errors.length - rows.length;
  if (left > 0) section.append(el("p", `${count(left)} more are in the output of --json.`));
  section.hidden = false;
}
