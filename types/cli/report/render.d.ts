/** Writes the report of `loopguard scan --html`: a single, self-contained file. */
import { type PageReport, type ReportRun } from "../scan-types.ts";
/**
 * Makes the file in pieces, to be written one after the other as UTF-8: `begin`, then each `run`, then `end`. Only the
 * runs of the current block are kept. Arguments and results are always data in the page, never markup, whatever they
 * contain.
 *
 * @example
 * const page = new ReportPage();
 * await file.writeFile(page.begin());
 * for (const run of runs) await file.writeFile(page.run(run));
 * await file.writeFile(page.end(report));
 */
export declare class ReportPage {
    #private;
    begin(): string;
    /** Adds a run; returns "" until a block is complete. */
    run(run: ReportRun): string;
    end(report: PageReport): string;
}
