/** The part of the page before the list of runs: totals, loops by detector and by tool, and errors. */
import type { ScanError } from "../../scan-types.ts";
import type { PageReport } from "../page-data.ts";
import { button, byId, el, foreign, table } from "./dom.ts";
import { clipped, cost, count, counted, moment, percent, short } from "./format.ts";
import type { RunEntry } from "./run-entry.ts";

const MOST_BARS = 12;
const MOST_NAME = 200;
/** Limit for "show all": a trace may contain any number of tool names. */
const MOST_NAMES = 200;
const MOST_ERRORS = 200;

export function showTotals({ totals, settings, madeAt, price, errors }: PageReport): void {
  const made = Date.parse(madeAt);
  byId("made").append(
    "Judged by ",
    foreign(settings),
    Number.isNaN(made) ? "" : `, ${moment(made)}`,
    `, ${counted(totals.files, "file")}`,
  );
  const figure = (name: string, value: string, note = "") =>
    el("div", {}, el("dt", {}, name), el("dd", {}, el("strong", {}, value), note === "" ? "" : el("span", {}, note)));
  const figures = [
    figure("Runs", count(totals.runs)),
    figure("Runs with loops", count(totals.runsWithLoops), percent(totals.runsWithLoops, totals.runs)),
    figure("Calls", count(totals.calls)),
    figure("Calls wasted", count(totals.wastedCalls), percent(totals.wastedCalls, totals.calls)),
    figure("Tokens", short(totals.tokens)),
    figure("Tokens wasted", short(totals.wastedTokens), percent(totals.wastedTokens, totals.tokens)),
  ];
  if (totals.wastedCost !== undefined)
    figures.push(figure("Cost wasted", cost(totals.wastedCost), price === undefined ? "" : `at ${price} per million`));
  byId("totals").append(el("dl", { class: "figures" }, ...figures));
  showVerdict(totals.runs, totals.runsWithLoops, errors.length);
}

/** Says explicitly that there are no runs or no loops. */
function showVerdict(runs: number, withLoops: number, errors: number): void {
  if (runs > 0 && withLoops > 0) return;
  const note = byId("verdict");
  note.hidden = false;
  if (runs > 0) note.textContent = `No loops: none of ${counted(runs, "run")} repeated itself without progress.`;
  else if (errors > 0) note.textContent = "No run could be read. The errors are listed below.";
  else note.textContent = "No runs: the files hold no tool calls that a scan could judge.";
}

export interface Choices {
  detector: (name: string) => void;
  tool: (name: string) => void;
}

export function showBars(entries: readonly RunEntry[], choose: Choices): void {
  const detections = entries.flatMap(({ run }) => run.detections);
  if (detections.length === 0) return;
  const fill = (
    id: string,
    title: string,
    keyOf: (loop: (typeof detections)[number]) => string,
    pick: Choices["tool"],
  ) => {
    const bars = new Map<string, Bar>();
    for (const loop of detections) {
      const name = keyOf(loop);
      const bar = bars.get(name) ?? { name, loops: 0, wastedTokens: 0 };
      bar.loops++;
      bar.wastedTokens += loop.wastedTokens;
      bars.set(name, bar);
    }
    byId(id).append(barTable(title, [...bars.values()], pick));
    byId(id).hidden = false;
  };
  fill("by-detector", "Detector", (loop) => loop.detector, choose.detector);
  fill("by-tool", "Tool", (loop) => loop.toolName, choose.tool);
}

interface Bar {
  name: string;
  loops: number;
  wastedTokens: number;
}

function barTable(title: string, bars: Bar[], pick: (name: string) => void): DocumentFragment {
  const sorted = bars.sort((a, b) => b.loops - a.loops || b.wastedTokens - a.wastedTokens);
  const most = sorted[0]?.loops ?? 1;
  const rows = sorted.slice(0, MOST_NAMES).map((bar, index) => {
    const length = el("span", { class: "bar" });
    length.style.width = `${(bar.loops / most) * 100}%`;
    const name = button("", () => pick(bar.name), { class: "plain", title: "Show these runs" });
    name.append(foreign(clipped(bar.name, MOST_NAME)));
    return el(
      "tr",
      { hidden: index >= MOST_BARS },
      el("th", { scope: "row" }, name),
      el("td", { class: "bars" }, el("span", { class: "track" }, length), el("span", {}, count(bar.loops))),
      el("td", { class: "number" }, short(bar.wastedTokens)),
    );
  });
  const part = document.createDocumentFragment();
  part.append(table("compact", [title, "Loops", "Tokens wasted"], rows, [2]));
  if (rows.length > MOST_BARS) {
    const label = rows.length < sorted.length ? `Show ${count(rows.length)} of` : "Show all";
    const more = button(`${label} ${count(sorted.length)}`, () => {
      for (const row of rows) row.hidden = false;
      more.remove();
      rows[MOST_BARS]?.querySelector("button")?.focus();
    });
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
      el(
        "tr",
        {},
        el("th", { scope: "row" }, foreign(file), line > 0 ? `:${line}` : ""),
        el("td", {}, foreign(reason)),
      ),
    );
  section.append(table("wide", ["Where", "Why"], rows));
  const left = errors.length - rows.length;
  if (left > 0) section.append(el("p", {}, `${count(left)} more are in the output of --json.`));
  section.hidden = false;
}
