import { getOrAdd } from "../../../base/property.ts";
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

/** Deep links: `#run=<id>`, `&nth=<n>` if several runs have that id, `&call=<n>` from 1 for one of its calls. */
export interface Place {
  entry: RunEntry;
  call: number | undefined;
}

/** What the list needs of them. */
export type RunLinks = Pick<Links, "hash" | "closed">;

export class Links {
  /** When no run is open. */
  readonly closed: string = "#";
  readonly #byId = new Map<string, RunEntry[]>();

  constructor(entries: readonly RunEntry[]) {
    for (const entry of entries) {
      const id = entry.run.id.toWellFormed(); // as URLSearchParams writes it
      getOrAdd(this.#byId, id, (): RunEntry[] => []).push(entry);
    }
  }

  hash(entry: RunEntry, call?: number): string {
    const parameters = new URLSearchParams({ run: entry.run.id });
    const nth = (this.#byId.get(entry.run.id.toWellFormed()) ?? []).indexOf(entry);
    if (nth > 0) parameters.set("nth", String(nth + 1));
    if (call !== undefined) parameters.set("call", String(call + 1));
    return `#${parameters}`;
  }

  /** `undefined` when the link leads to no run of this report. */
  find(hash: string): Place | undefined {
    const parameters = new URLSearchParams(hash.replace(/^#/, ""));
    const id = parameters.get("run");
    if (id === null) return undefined;
    const entry = this.#byId.get(id)?.[Number(parameters.get("nth") ?? 1) - 1];
    if (entry === undefined) return undefined;
    const call = Number(parameters.get("call")) - 1;
    return { entry, call: Number.isInteger(call) && call >= 0 && call < entry.run.calls ? call : undefined };
  }
}
