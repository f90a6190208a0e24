/** The report of `loopguard scan --html`: one file that needs nothing else. */
import type { HtmlReport } from "../scan-types.ts";
/**
 * The file in pieces, each about as long as one run: write them one after the other, as UTF-8. What tools were called
 * with and what they gave back is data in it, never markup, whatever it contains.
 *
 * @example
 * await pipeline(Readable.from(renderReport(report)), createWriteStream("report.html"));
 */
export declare function renderReport({ runs, ...report }: HtmlReport): Generator<string, void, undefined>;
