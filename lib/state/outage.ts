/** When a store may be asked again, and who is told that it cannot be: once, however long it lasts. */
import { publishError } from "../report/diagnostics.ts";
import { ContentionError } from "./store-driver.ts";

export class Outage {
  /** Why the store could not be asked last; `undefined`: it could. */
  cause: unknown;
  readonly #retryAfterMs: number;
  #until = 0;
  #told = false;
  #toldOfLoss = false;

  constructor(retryAfterMs: number) {
    this.#retryAfterMs = retryAfterMs;
  }

  /** Whether the store is left alone for now. */
  get resting(): boolean {
    return this.#until !== 0 && performance.now() < this.#until;
  }

  began(reason: unknown): void {
    const error = readable(reason ?? new Error("The store rejected without a reason"));
    this.cause = error;
    this.#until = error instanceof ContentionError ? 0 : performance.now() + this.#retryAfterMs;
    if (!this.#told) publishError(error, "store");
    this.#told = true;
  }

  ended(): void {
    this.cause = undefined;
    this.#until = 0;
    this.#told = this.#toldOfLoss = false;
  }

  /** Entries of which it is not known that the store has them are given up; `why` ends the sentence. */
  lost(count: number, why: string): void {
    if (count === 0 || this.#toldOfLoss) return;
    this.#toldOfLoss = true;
    publishError(new Error(`${count} entries of a run may not have reached the store, ${why}`), "store");
  }

  /** Asks at once, whatever went wrong before. */
  wake(): void {
    this.#until = 0;
  }
}

/** What a store rejected with, as something that can be looked at. */
function readable(reason: unknown): unknown {
  try {
    String(reason instanceof Error ? reason.message : reason);
    return reason;
  } catch {
    return new Error("The store rejected with something that cannot be read");
  }
}
