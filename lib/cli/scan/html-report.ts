/** Writes the HTML report of a scan run by run: it may be larger than the memory. */
import { type FileHandle, open } from "node:fs/promises";
import { Failure } from "../failure.ts";
import type { PageReport } from "../report/page-data.ts";
import type { ReportPage } from "../report/render.ts";
import type { ReportRun } from "../scan-types.ts";

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
