/** Groups wasted tokens by time, for the bars of a chart. */
import type { RunEntry } from "./run-entry.ts";

export interface Bucket {
  /** The start in seconds since 1970, or the number of the first run, from 1. */
  from: number;
  /** For example "2026-03-01" or "runs 1 to 20". */
  label: string;
  runs: number;
  wastedTokens: number;
}

export interface Timeline {
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
