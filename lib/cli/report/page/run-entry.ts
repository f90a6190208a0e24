import { wastedTokens } from "../../scan/totals-text.ts";
import type { PagePart, PageReport, PageRun, TimelineCall } from "../../scan-types.ts";

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

function blocks(part: PagePart): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(`script[data-part="${part}"]`)];
}

export function readReport(): PageReport {
  const [block] = blocks("report");
  return JSON.parse(block?.textContent ?? "null") as PageReport;
}

export function readRuns(): RunEntry[] {
  return entriesOf(blocks("runs").flatMap((block) => JSON.parse(block.textContent ?? "[]") as PageRun[]));
}

/**
 * Reads the calls of single runs. Keeps the lines of the last block, because runs that are shown together are often in
 * it.
 */
export class Timelines {
  readonly #blocks = blocks("strips");
  readonly #firsts = this.#blocks.map((block) => Number(block.dataset["first"]));
  #cut: { block: number; lines: string[] } = { block: -1, lines: [] };

  read(index: number): TimelineCall[] {
    const block = this.#firsts.findLastIndex((first) => first <= index);
    if (this.#cut.block !== block)
      this.#cut = { block, lines: (this.#blocks[block]?.textContent ?? "").trim().split("\n") };
    // Line 0 is the bracket that opens the array.
    const line = this.#cut.lines[index - (this.#firsts[block] ?? 0) + 1];
    return line === undefined ? [] : (JSON.parse(line.replace(/,$/, "")) as TimelineCall[]);
  }
}
