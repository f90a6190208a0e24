/** Draws what was read: the report of `loopguard report`, from the same code, and what `explain` says of the run that is open. */

import { byId, foldOnPhones } from "../../lib/cli/report/page/dom.ts";
import { showBars, showErrors, showTotals } from "../../lib/cli/report/page/overview.ts";
import type { RunLinks } from "../../lib/cli/report/page/run-entry.ts";
import { entriesOf, type RunEntry } from "../../lib/cli/report/page/run-entry.ts";
import { RunList } from "../../lib/cli/report/page/run-list.ts";
import { showTimeline } from "../../lib/cli/report/page/timeline.ts";
import type { PageReport, TimelineCall } from "../../lib/cli/scan-types.ts";
import type { Explained, RunsPart } from "../shared/messages.ts";
import { pricingOf, type Settings } from "../shared/settings.ts";
import { notesOf } from "./run-notes.ts";
import { savedTable } from "./saved-table.ts";

/** Characters of calls that are kept for their drawing; those of further runs are read again when a run is opened. */
const KEPT_MAX = 64e6;

/** The runs of one reading. */
export class Reading {
  readonly runs: RunsPart["runs"] = [];
  readonly #strips: (string | undefined)[] = [];
  #kept = 0;

  add({ runs, strips }: RunsPart): void {
    this.runs.push(...runs);
    for (const strip of strips) {
      this.#kept += strip.length;
      this.#strips.push(this.#kept > KEPT_MAX ? undefined : strip);
    }
  }

  has(index: number): boolean {
    return this.#strips[index] !== undefined;
  }

  set(index: number, strip: string): void {
    this.#strips[index] = strip;
  }

  read(index: number): TimelineCall[] {
    const strip = this.#strips[index];
    return strip === undefined ? [] : (JSON.parse(strip) as TimelineCall[]);
  }
}

export interface Shown {
  headline: string;
  /** Opens a run, and shows one of its calls; closes the one that is open for `undefined`. */
  open: (run: number | undefined, call: number | undefined, focus: boolean) => Promise<void>;
}

export interface ToShow {
  report: PageReport;
  reading: Reading;
  settings: Settings;
  links: RunLinks;
  explain: (entry: RunEntry) => Promise<Explained>;
}

export function show(
  place: HTMLElement,
  template: HTMLTemplateElement,
  { report, reading, settings, links, explain }: ToShow,
): Shown {
  place.replaceChildren(template.content.cloneNode(true));
  const entries = entriesOf(reading.runs);
  showTotals(report, entries);
  if (report.totals.runsWithLoops > 0) byId("totals").after(savedTable(entries, pricingOf(settings)));
  showErrors(report.errors);
  const list =
    entries.length === 0 ? undefined : new RunList(entries, { links, strips: reading, notes: notesOf(explain) });
  if (list !== undefined)
    showBars(entries, {
      detector: (detector) => list.filter({ detector }),
      tool: (text) => list.filter({ text }),
    });
  showTimeline(entries);
  foldOnPhones([...place.querySelectorAll<HTMLDetailsElement>("details.fold")]);
  return {
    headline: byId("headline").textContent ?? "",
    async open(run, call, focus) {
      const entry = run === undefined ? undefined : entries[run];
      if (entry === undefined) {
        list?.close();
        return;
      }
      if (!reading.has(entry.index)) reading.set(entry.index, (await explain(entry)).strip);
      list?.open(entry, call !== undefined && call < entry.run.calls ? call : undefined, focus);
    },
  };
}
