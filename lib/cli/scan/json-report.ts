/** Writes a `ScanReport` piece by piece: it may be longer than the longest string. */
import type { ScanError, ScannedRun, ScanTotals } from "../scan-types.ts";

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
