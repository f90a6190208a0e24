/** Reads the data blocks that render.ts wrote. */
import type { StripCall } from "../../scan-types.ts";
import type { PagePart, PageReport, PageRun } from "../page-data.ts";
import { entriesOf, type RunEntry } from "./run-entry.ts";

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
export class Strips {
  readonly #blocks = blocks("strips");
  readonly #firsts = this.#blocks.map((block) => Number(block.dataset["first"]));
  #cut: { block: number; lines: string[] } = { block: -1, lines: [] };

  read(index: number): StripCall[] {
    const block = this.#firsts.findLastIndex((first) => first <= index);
    if (this.#cut.block !== block)
      this.#cut = { block, lines: (this.#blocks[block]?.textContent ?? "").trim().split("\n") };
    // Line 0 is the bracket that opens the array.
    const line = this.#cut.lines[index - (this.#firsts[block] ?? 0) + 1];
    return line === undefined ? [] : (JSON.parse(line.replace(/,$/, "")) as StripCall[]);
  }
}
