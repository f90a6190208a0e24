/** Runs with the numbers that the list and the chart are made from. */
import type { PageRun } from "../page-data.ts";

/** A run with what the list sorts by. */
export interface RunEntry {
  /** In the order of reading, from 0. */
  index: number;
  run: PageRun;
  wastedCalls: number;
  wastedTokens: number;
  /** Milliseconds since 1970; `undefined` where the trace did not say, or not so that it could be read. */
  time: number | undefined;
}

export function entriesOf(runs: readonly PageRun[]): RunEntry[] {
  return runs.map((run, index) => ({
    index,
    run,
    // No call is wasted twice: one that two loops could claim counts for the first of them.
    wastedCalls: sum(run.detections.map((detection) => detection.wastedCalls)),
    wastedTokens: sum(run.detections.map((detection) => detection.wastedTokens)),
    time: timeOf(run.startedAt),
  }));
}

const YEAR_10000 = Date.UTC(10000, 0);

function timeOf(startedAt: string | undefined): number | undefined {
  const time = Date.parse(startedAt ?? "");
  return time >= 0 && time < YEAR_10000 ? time : undefined;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
