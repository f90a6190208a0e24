/** Writes the report of `loopguard scan --html`: a single, self-contained file. */
import { type PagePart, type PageReport, pageRun, type ReportRun } from "../scan-types.ts";
import { template } from "./template.ts";

/** Characters after which a block of runs ends: far below the longest string of V8, and still few blocks. */
const BLOCK_CHARACTERS = 1 << 20;

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
export class ReportPage {
  #runs: string[] = [];
  #strips: string[] = [];
  #characters = 0;
  /** Index of the current block's first run. */
  #first = 0;

  begin(): string {
    return template.before;
  }

  /** Adds a run; returns "" until a block is complete. */
  run(run: ReportRun): string {
    const texts = [json(pageRun(run)), json(run.strip)] as const;
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

/** JSON that is safe inside a script element: `<` is escaped. JSON.stringify itself escapes lone surrogates. */
function json(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}
