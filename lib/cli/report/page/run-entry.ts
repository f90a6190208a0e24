import { wastedTokens } from "../../scan/totals-text.ts";
import type { PageRun } from "../page-data.ts";

/** A run with the values that the list is sorted by. */
export interface RunEntry {
  /** Its position in the order of reading, from 0. */
  index: number;
  run: PageRun;
  wastedCalls: number;
  wastedTokens: number;
  /** The start in milliseconds since 1970; `undefined` if the trace has no readable time. */
  time: number | undefined;
}

export function entriesOf(runs: readonly PageRun[]): RunEntry[] {
  return runs.map((run, index) => ({
    index,
    run,
    // A sum without duplicates: a call that belongs to two loops counts only for the first.
    wastedCalls: sum(run.detections.map((detection) => detection.wastedCalls)),
    wastedTokens: sum(run.detections.map(wastedTokens)),
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
