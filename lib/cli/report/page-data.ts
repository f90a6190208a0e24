/** What render.ts writes into the file, and what the page reads there. */
import type { HtmlReport, ScannedRun } from "../scan-types.ts";

/** All but the runs. */
export type PageReport = Omit<HtmlReport, "runs">;

/** A run without its calls, which are read when somebody looks at them. */
export interface PageRun extends ScannedRun {
  /** Every tool that it called, once, so that the list can be searched for it. */
  tools: string[];
}

/**
 * The kinds of data blocks, by their attribute `data-part`. `report` is one `PageReport`. `runs` and `strips` are cut into
 * many blocks, each of them a JSON array with one element a line, so that one strip is read without parsing its
 * neighbours: `PageRun[]`, and `StripCall[][]` in the same order. `data-first` of such a block is the index of its first run.
 */
export type PagePart = "report" | "runs" | "strips";
