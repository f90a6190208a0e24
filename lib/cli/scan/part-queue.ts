/** Parts on their way from whoever makes them to whoever waits for them. */
import type { ScanPart } from "./scan-job.ts";

export class PartQueue implements AsyncIterable<ScanPart> {
  #parts: ScanPart[] = [];
  #ended = false;
  #error: unknown;
  #wake: (() => void) | undefined;

  push(part: ScanPart): void {
    this.#parts.push(part);
    this.#wake?.();
  }

  end(): void {
    this.#ended = true;
    this.#wake?.();
  }

  fail(error: unknown): void {
    this.#error = error ?? new Error("a thread failed");
    this.end();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<ScanPart, void, undefined> {
    for (;;) {
      const parts = this.#parts;
      this.#parts = [];
      yield* parts;
      if (this.#parts.length > 0) continue;
      if (this.#error !== undefined) throw this.#error;
      if (this.#ended) return;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
