/** The report of `loopguard scan --html`: one file that needs nothing else. */
import type { HtmlReport, ReportRun } from "../scan-types.ts";
import type { PagePart, PageRun } from "./page-data.ts";
import { template } from "./template.ts";

/** A block of runs ends when it has grown to this many characters: far from the longest string, and few blocks. */
const BLOCK_CHARACTERS = 1 << 20;

/**
 * The file in pieces, each about as long as one run: write them one after the other, as UTF-8. What tools were called
 * with and what they gave back is data in it, never markup, whatever it contains.
 *
 * @example
 * await pipeline(Readable.from(renderReport(report)), createWriteStream("report.html"));
 */
export function* renderReport({ runs, ...report }: HtmlReport): Generator<string, void, undefined> {
  yield template.before;
  yield `${opening("report")}${json(report)}</script>\n`;
  yield* blocks("runs", runs, pageRun);
  yield* blocks("strips", runs, (run) => run.strip);
  yield template.after;
}

function pageRun({ strip, ...run }: ReportRun): PageRun {
  return { ...run, tools: [...new Set(strip.map((call) => call.name))] };
}

function* blocks(part: PagePart, runs: readonly ReportRun[], element: (run: ReportRun) => unknown): Generator<string> {
  let length = 0;
  for (const [index, run] of runs.entries()) {
    const line = json(element(run));
    yield (length === 0 ? `${opening(part, index)}[\n` : ",\n") + line;
    length += line.length;
    if (length < BLOCK_CHARACTERS && index < runs.length - 1) continue;
    yield "\n]</script>\n";
    length = 0;
  }
}

function opening(part: PagePart, first = 0): string {
  return `<script type="application/json" data-part="${part}" data-first="${first}">`;
}

/** JSON that no `</script>` or `<!--` ends; lone surrogates are escaped by JSON.stringify itself. */
function json(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}
