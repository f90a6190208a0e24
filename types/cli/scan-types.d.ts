/** The results of a scan, of which the schemas in docs/cli say what they are, and the further data of the HTML report. */
import type { Saved, ScannedRun, ScanReport } from "./scan-types.gen.ts";
export type * from "./scan-types.gen.ts";
/** One call in the report. Calls of a run with the same `same` are equal. */
export interface TimelineCall {
    name: string;
    /** The arguments, cut to a few hundred characters. */
    args: string;
    result: string;
    error: boolean;
    same: number;
    round: number;
}
/** A run and its calls, for the HTML report. */
export interface ReportRun extends ScannedRun {
    strip: TimelineCall[];
    /** Where its times are recorded: what a guard without a clock would have saved; `null`: nothing. */
    savedWithoutClock?: Saved | null;
}
/** What the page of `loopguard scan --html` has beside its runs. */
export interface PageReport extends Omit<ScanReport, "runs"> {
    /** ISO 8601. */
    madeAt: string;
    /** The preset or configuration that judged, as in the table's footer. */
    settings: string;
    /** The code that makes the guard that judged: `new LoopGuard({ preset: "recommended" })`. */
    guard: string;
    /** What `--price`, `--cached-price` and `--currency` say, if given: `Pricing` of totals-text.ts. */
    price?: number;
    cachedPrice?: number;
    currency?: string;
}
/** A run of the page without its calls, which are read when the run is shown. */
export interface PageRun extends Omit<ReportRun, "strip"> {
    /** Every tool that it called, once, so that the list can be searched by tool. */
    tools: string[];
}
export declare function pageRun({ strip, ...run }: ReportRun): PageRun;
/**
 * The kinds of data blocks of the page, named by their attribute `data-part`. `report` is one `PageReport`. `runs`
 * (`PageRun[]`) and `strips` (`TimelineCall[][]`, in the same order) are split into many blocks. Each block is a JSON array with
 * one element a line, so that one strip can be read without parsing the others. `data-first` is the index of a block's first
 * run.
 */
export type PagePart = "report" | "runs" | "strips";
