/** Parts on their way from whoever makes them to whoever waits for them. */
import type { ScanPart } from "./scan-job.ts";

/** Parts that wait; past that, whoever makes them is asked to wait: others' parts may come first for a long time. */
const PARTS_MAX = 4;

export class PartQueue implements AsyncIterable<ScanPart> {
  readonly #parts: ScanPart[] = [];
  #ended = false;
  #error: unknown;
  #wake: (() => void) | undefined;
  readonly #makers: (() => void)[] = [];

  /** Fulfilled when the next part may come. */
  push(part: ScanPart): Promise<void> {
    this.#parts.push(part);
    this.#wake?.();
    if (this.#parts.length < PARTS_MAX) return Promise.resolve();
    return new Promise((resolve) => void this.#makers.push(resolve));
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
      for (let part = this.#parts.shift(); part !== undefined; part = this.#parts.shift()) {
        this.#makers.shift()?.();
        yield part;
      }
      if (this.#error !== undefined) throw this.#error;
      if (this.#ended) return;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
