/** When a store that failed may be asked again. Each outage is published once. */
import { publishError } from "../report/diagnostics.ts";
import { ContentionError } from "./store-driver.ts";

export class Outage {
  /** Why the last exchange failed; `undefined`: it did not. */
  cause: unknown;
  readonly #retryAfterMs: number;
  #until = 0;
  #told = false;
  #toldOfLoss = false;

  constructor(retryAfterMs: number) {
    this.#retryAfterMs = retryAfterMs;
  }

  /** Whether the store is not asked for now. */
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

  /** Publishes that entries were dropped that the store may not have; `why` ends the sentence. */
  lost(count: number, why: string): void {
    if (count === 0 || this.#toldOfLoss) return;
    this.#toldOfLoss = true;
    publishError(new Error(`${count} entries of a run may not have reached the store, ${why}`), "store");
  }

  /** The store may be asked at once. */
  wake(): void {
    this.#until = 0;
  }
}

/** The store's error, or another one if reading its message throws. */
function readable(reason: unknown): unknown {
  try {
    String(reason instanceof Error ? reason.message : reason);
    return reason;
  } catch {
    return new Error("The store rejected with something that cannot be read");
  }
}
