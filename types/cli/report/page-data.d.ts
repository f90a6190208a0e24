import type { HtmlReport, ReportRun } from "../scan-types.ts";
/** The report without its runs. */
export type PageReport = Omit<HtmlReport, "runs">;
/** A run without its calls, which are read when the run is shown. */
export interface PageRun extends Omit<ReportRun, "strip"> {
    /** Every tool that it called, once, so that the list can be searched by tool. */
    tools: string[];
}
export declare function pageRun({ strip, ...run }: ReportRun): PageRun;
/**
 * The kinds of data blocks, named by their attribute `data-part`. `report` is one `PageReport`. `runs` (`PageRun[]`)
 * and `strips` (`StripCall[][]`, in the same order) are split into many blocks. Each block is a JSON array with one
 * element a line, so that one strip can be read without parsing the others. `data-first` is the index of a block's
 * first run.
 */
export type PagePart = "report" | "runs" | "strips";
