/** The report of `loopguard scan --html`: one file that needs nothing else. */
import type { ReportRun } from "../scan-types.ts";
import type { PagePart, PageReport, PageRun } from "./page-data.ts";
import { template } from "./template.ts";

/** A block of runs ends when it has grown to this many characters: far from the longest string, and few blocks. */
const BLOCK_CHARACTERS = 1 << 20;

/**
 * The file in pieces, to be written one after the other, as UTF-8: `begin`, each `run` as it comes, `end`. Nothing is kept but
 * the runs of a block. What tools were called with and what they gave back is data in it, never markup, whatever it
 * contains.
 *
 * @example
 * const page = new ReportPage();
 * await file.writeFile(page.begin());
 * for (const run of runs) await file.writeFile(page.run(run));
 * await file.writeFile(page.end(report));
 */
export class ReportPage {
  #runs: string[] = [];
  #strips: string[] = [];
  #characters = 0;
  /** Index of the first run of the block. */
  #first = 0;

  begin(): string {
    return template.before;
  }

  /** Nothing until there is a block of them. */
  run({ strip, ...run }: ReportRun): string {
    const own: PageRun = { ...run, tools: [...new Set(strip.map((call) => call.name))] };
    const texts = [json(own), json(strip)] as const;
    this.#runs.push(texts[0]);
    this.#strips.push(texts[1]);
    this.#characters += texts[0].length + texts[1].length;
    return this.#characters < BLOCK_CHARACTERS ? "" : this.#block();
  }

  end(report: PageReport): string {
    const rest = this.#runs.length > 0 ? this.#block() : "";
    return `${rest}${opening("report")}${json(report)}</script>\n${template.after}`;
  }

  #block(): string {
    const first = this.#first;
    const text = block("runs", first, this.#runs) + block("strips", first, this.#strips);
    this.#first += this.#runs.length;
    this.#runs = [];
    this.#strips = [];
    this.#characters = 0;
    return text;
  }
}

function block(part: PagePart, first: number, lines: readonly string[]): string {
  return `${opening(part, first)}[\n${lines.join(",\n")}\n]</script>\n`;
}

function opening(part: PagePart, first = 0): string {
  return `<script type="application/json" data-part="${part}" data-first="${first}">`;
}

/** JSON that no `</script>` or `<!--` ends; lone surrogates are escaped by JSON.stringify itself. */
function json(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}
