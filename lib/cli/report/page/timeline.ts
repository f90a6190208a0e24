/** The chart of wasted tokens, and the same numbers as a table. */

import { byId, count, counted, el, short, table } from "./dom.ts";
import type { RunEntry } from "./run-entry.ts";

interface Bucket {
  /** The start in seconds since 1970, or the number of the first run, from 1. */
  from: number;
  /** For example "2026-03-01" or "runs 1 to 20". */
  label: string;
  runs: number;
  wastedTokens: number;
}

interface Timeline {
  by: "time" | "order";
  /** Without gaps: a bucket without runs has zeros. */
  buckets: Bucket[];
  /** The width of a bucket: seconds, or runs. */
  step: number;
  /** Runs that were left out because their start is unknown. */
  untimed: number;
}

const MOST_BUCKETS = 60;
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STEPS = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, DAY, 7 * DAY, 28 * DAY, 364 * DAY];

export function timelineOf(entries: readonly RunEntry[]): Timeline {
  const timed = entries.filter((entry) => entry.time !== undefined);
  return timed.length > 0 ? byTime(timed, entries.length - timed.length) : byOrder(entries);
}

function byTime(entries: readonly RunEntry[], untimed: number): Timeline {
  const seconds = entries.map((entry) => Math.floor((entry.time as number) / 1000));
  const [first, last] = seconds.reduce(
    ([least, most], at) => [Math.min(least, at), Math.max(most, at)],
    [Infinity, -Infinity],
  );
  const start = (step: number) => Math.floor(first / step) * step;
  const size = (step: number) => Math.floor((last - start(step)) / step) + 1;
  // A single wrong date must not lead to a million bars, so the steps double further.
  let step = STEPS.find((candidate) => size(candidate) <= MOST_BUCKETS) ?? (STEPS.at(-1) as number);
  while (size(step) > MOST_BUCKETS) step *= 2;
  const buckets = Array.from({ length: size(step) }, (_, index) => {
    const from = start(step) + index * step;
    return { from, label: timeLabel(from, step), runs: 0, wastedTokens: 0 };
  });
  for (const [index, entry] of entries.entries())
    add(buckets[Math.floor(((seconds[index] as number) - start(step)) / step)], entry);
  return { by: "time", buckets, step, untimed };
}

function byOrder(entries: readonly RunEntry[]): Timeline {
  const step = Math.max(1, Math.ceil(entries.length / MOST_BUCKETS));
  const buckets = Array.from({ length: Math.ceil(entries.length / step) }, (_, index) => {
    const from = index * step + 1;
    const to = Math.min(from + step - 1, entries.length);
    return { from, label: from === to ? `run ${from}` : `runs ${from} to ${to}`, runs: 0, wastedTokens: 0 };
  });
  for (const entry of entries) add(buckets[Math.floor(entry.index / step)], entry);
  return { by: "order", buckets, step, untimed: 0 };
}

function add(bucket: Bucket | undefined, entry: RunEntry): void {
  if (bucket === undefined) return;
  bucket.runs++;
  bucket.wastedTokens += entry.wastedTokens;
}

function timeLabel(seconds: number, step: number): string {
  const iso = new Date(seconds * 1000).toISOString();
  if (step < DAY) return iso.slice(0, 16).replace("T", " ");
  return step === DAY ? iso.slice(0, 10) : `from ${iso.slice(0, 10)}`;
}

const NOTHING_SHOWN = "Point at a bar for its numbers.";
/** Below so many bars is a label. */
const LABELS = 5;

export function showTimeline(entries: readonly RunEntry[]): void {
  const timeline = timelineOf(entries);
  const { by, buckets } = timeline;
  const most = Math.max(...buckets.map(({ wastedTokens }) => wastedTokens));
  if (buckets.length < 2 || most === 0) return;
  const section = byId("timeline");
  section.hidden = false;
  byId("timeline-title").textContent = by === "time" ? "Over time" : "Run by run";
  const summary = summaryOf(timeline);
  const readout = el("p.quiet.readout", { "aria-hidden": "true" }, NOTHING_SHOWN);
  const columns = columnsOf(timeline, most, (text) => {
    readout.textContent = text;
  });
  const label = { role: "img", "aria-label": `Bar chart. ${summary}`, "data-most": short(most) };
  const chart = el("div.chart", { ...label }, ...columns);
  section.append(el("p.quiet", summary), chart, readout, numbersTable(timeline));
}

function summaryOf({ by, untimed, buckets }: Timeline): string {
  const first = buckets[0]?.label;
  const last = buckets.at(-1)?.label;
  if (by === "order") return "By order of runs: the traces contain no times.";
  const left = untimed === 0 ? "" : ` Without ${counted(untimed, "run")} of unknown time.`;
  return `By time (UTC), ${first} to ${last?.replace(/^from /, "")}.${left}`;
}

/** A bar for each bucket. `tell` is called with the numbers of the one that is pointed at. */
function columnsOf({ by, buckets, step }: Timeline, most: number, tell: (text: string) => void): HTMLElement[] {
  const every = Math.ceil(buckets.length / LABELS);
  return buckets.map((bucket, at) => {
    const { from, label, wastedTokens } = bucket;
    const bar = el("i.bar");
    bar.style.height = `${(wastedTokens / most) * 100}%`;
    const tick = at % every > 0 ? "" : el("span", by === "time" ? timeTick(from, every * step) : short(from));
    const column = el("div", bar, tick);
    column.addEventListener("pointerenter", () => tell(`${label}: ${numbers(bucket)}`));
    column.addEventListener("pointerleave", () => tell(NOTHING_SHOWN));
    return column;
  });
}

/** A short label: the text above the chart names the whole period. */
function timeTick(seconds: number, step: number): string {
  const iso = new Date(seconds * 1000).toISOString();
  if (step < DAY) return iso.slice(11, 16);
  return step < 28 * DAY ? iso.slice(5, 10) : iso.slice(0, 7);
}

function numbers({ wastedTokens, runs }: Bucket): string {
  return `${counted(wastedTokens, "token")} wasted in ${counted(runs, "run")}`;
}

/** The numbers as a table, also for people who cannot see the chart. */
function numbersTable({ by, buckets }: Timeline): HTMLElement {
  const rows = buckets.map(({ label, runs, wastedTokens }) =>
    el("tr", el("th", { scope: "row" }, label), el("td.number", count(runs)), el("td.number", count(wastedTokens))),
  );
  return el(
    "details",
    el("summary", "The same as a table"),
    table("compact", [by === "time" ? "When" : "Runs", "Runs read", "Tokens wasted"], rows, [1, 2]),
  );
}
