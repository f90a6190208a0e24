/** A scan written while it goes on, since it may be larger than the memory: JSON, a line for each loop, the page. */
import type { ScanError, ScannedRun, ScanTotals, ScanDetection, ScanLine, ReportRun } from "../scan-types.ts";
import { type FileHandle, open } from "node:fs/promises";
import { Failure } from "../failure.ts";
import type { PageReport } from "../report/page-data.ts";
import type { ReportPage } from "../report/render.ts";

export class JsonReport {
  readonly #write: (text: string) => Promise<void>;
  #first = true;

  constructor(write: (text: string) => Promise<void>) {
    this.#write = write;
  }

  async runs(runs: readonly ScannedRun[]): Promise<void> {
    if (runs.length === 0) return;
    const text = runs.map((run) => JSON.stringify(run)).join(",\n");
    await this.#write(`${this.#first ? '{"version":1,"runs":[\n' : ",\n"}${text}`);
    this.#first = false;
  }

  async end(errors: readonly ScanError[], totals: ScanTotals): Promise<void> {
    const start = this.#first ? '{"version":1,"runs":[' : "\n";
    await this.#write(`${start}],\n"errors":${JSON.stringify(errors)},\n"totals":${JSON.stringify(totals)}}\n`);
  }
}

export class LineReport {
  readonly #write: (text: string) => Promise<void>;

  constructor(write: (text: string) => Promise<void>) {
    this.#write = write;
  }

  async runs(runs: readonly ScannedRun[]): Promise<void> {
    let text = "";
    for (const run of runs) for (const found of run.detections) text += `${JSON.stringify(lineOf(run, found))}\n`;
    if (text !== "") await this.#write(text);
  }
}

/** The order of the members is that of the output. */
function lineOf({ id, file, line, calls, startedAt }: ScannedRun, found: ScanDetection): ScanLine {
  const { detector, toolName, repeats, cycleLength, evidence, action, wastedCalls, wastedTokens, text } = found;
  const { wastedCachedTokens: cached } = found;
  return {
    version: 1,
    run: id,
    file,
    line,
    detector,
    tool: toolName,
    repeats,
    cycleLength,
    evidence,
    action,
    firstCall: (found.calls[0] ?? -1) + 1,
    lastCall: (found.calls.at(-1) ?? -1) + 1,
    calls,
    wastedCalls,
    wastedTokens,
    ...(cached === undefined ? {} : { wastedCachedTokens: cached }),
    fingerprint: found.fingerprint,
    pattern: found.pattern,
    message: found.message,
    ...(startedAt === undefined ? {} : { startedAt }),
    ...(text === undefined ? {} : { text }),
  };
}

/** The file is opened at the first write, so that a scan that fails at its start does not destroy an older report. */
export class HtmlReport {
  readonly #path: string;
  #file: FileHandle | undefined;
  #page: ReportPage | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  async runs(runs: readonly ReportRun[]): Promise<void> {
    const page = await this.#begun();
    for (const run of runs) await this.#write(page.run(run));
  }

  async end(report: PageReport): Promise<void> {
    const page = await this.#begun();
    await this.#write(page.end(report));
    await this.#told(() => this.#file?.close());
  }

  async #begun(): Promise<ReportPage> {
    if (this.#page !== undefined) return this.#page;
    const { ReportPage } = await import("../report/render.ts");
    this.#file = await this.#told(() => open(this.#path, "w"));
    this.#page = new ReportPage();
    await this.#write(this.#page.begin());
    return this.#page;
  }

  async #write(text: string): Promise<void> {
    if (text !== "") await this.#told(() => this.#file?.writeFile(text));
  }

  async #told<T>(does: () => Promise<T> | undefined): Promise<T | undefined> {
    try {
      return await does();
    } catch (error) {
      throw new Failure(`${this.#path}: the report cannot be written (${(error as Error).message})`);
    }
  }
}
