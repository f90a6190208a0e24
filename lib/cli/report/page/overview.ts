/** The part of the page before the list of runs: the headline, the totals, loops by tool and by detector; and the errors. */

import { meaningOf } from "../../detector-words.ts";
import type { ScanError, ScanTotals } from "../../scan-types.ts";
import type { PageReport } from "../page-data.ts";
import { button, byId, el, foreign, table } from "./dom.ts";
import { clipped, count, counted, moment, percent, short } from "./format.ts";
import { headline } from "./headline.ts";
import type { RunEntry } from "./run-entry.ts";
import { tiles } from "./tiles.ts";
import { type Waste, wasteBy } from "./waste.ts";

const MOST_BARS = 6;
const MOST_NAME = 200;
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
  const unseen = unrecordedRuns + runsWithoutResults;
  if (unseen === 0) return;
  const why = [
    ...(unrecordedRuns > 0 ? [`${count(unrecordedRuns)} with neither arguments nor results`] : []),
    ...(runsWithoutResults > 0 ? [`${count(runsWithoutResults)} without results`] : []),
  ];
  const note = byId("unrecorded");
  note.hidden = false;
  note.textContent = `${count(unseen)} of ${counted(runs, "run")} cannot be judged: ${why.join(", ")}.`;
}

export interface Choices {
  detector: (name: string) => void;
  tool: (name: string) => void;
}

export function showBars(entries: readonly RunEntry[], choose: Choices): void {
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
    const length = el("span", { class: "bar" });
    length.style.width = `${(waste.share / most) * 100}%`;
    const name = button("", () => pick(waste.name), { class: "plain", title: "Show these runs" });
    name.append(foreign(clipped(waste.name, MOST_NAME)));
    const words = meaning(waste.name);
    return el(
      "tr",
      { hidden: index >= MOST_BARS },
      el("th", { scope: "row" }, name, words === "" ? "" : el("span", { class: "quiet meaning" }, words)),
      el(
        "td",
        { class: "bars" },
        el("span", { class: "track" }, length),
        el("span", {}, short(waste.wastedTokens)),
        el("span", { class: "quiet" }, ` ${percent(waste.share, 1)}`),
      ),
      el("td", { class: "number" }, count(waste.loops)),
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
