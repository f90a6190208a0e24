/** The driver of a `StateStore`: applies entries and saves; if another worker was faster, loads, applies again and saves. */
import type { StateStore } from "./state-store.ts";
import { readState, readVersion } from "./store-answer.ts";
import {
  ContentionError,
  type DriverParts,
  type Limit,
  recallOwn,
  restoreInto,
  type StoreDriver,
  tellLost,
} from "./store-driver.ts";

/** The longest pause between two tries, in milliseconds; the pauses are random. */
const PAUSE_MAX = 32;

export class SwapDriver implements StoreDriver {
  readonly #parts: DriverParts<StateStore>;
  /** The version of the stored value in the replica; `undefined`: there is none. */
  #version: string | undefined;
  /** There was a stored value: a store that has lost it gets this worker's. */
  #wasStored = false;

  constructor(parts: DriverParts<StateStore>) {
    this.#parts = parts;
  }

  /** Before the first save, another worker may save first, under another key. */
  get connected(): boolean {
    return this.#version !== undefined;
  }

  /** Nothing to keep: after a lost race, the store's value is loaded. */
  fork(): void {}

  async exchange(limit: Limit, catchUp: boolean): Promise<void> {
    const { store, key, replica, pending, timeoutMs } = this.#parts;
    const end = performance.now() + timeoutMs;
    if (catchUp || !this.connected) await this.#load(limit);
    for (let tries = 0; ; tries++) {
      if (tries > 0) {
        const pause = Math.random() * Math.min(PAUSE_MAX, 2 ** tries);
        if (performance.now() + pause >= end) throw new ContentionError(tries);
        await new Promise((resolve) => setTimeout(resolve, pause));
        await this.#load(limit);
      }
      const last = this.#applyAll();
      if (last === 0 && (this.connected || !this.#wasStored)) return;
      const version = readVersion(await limit(store.save(key, replica.toBytes(), this.#version)));
      if (version === undefined) continue;
      this.#version = version;
      this.#wasStored = true;
      this.#parts.onState(false);
      pending.confirmed(last, undefined);
      return;
    }
  }

  /** Gives the number of the last entry; 0: there is none. */
  #applyAll(): number {
    const { replica, pending } = this.#parts;
    let last = 0;
    for (const entry of pending.entries) {
      entry.applied = replica.apply(entry) ?? entry.applied;
      last = entry.seq;
    }
    return last;
  }

  async #load(limit: Limit): Promise<void> {
    const { store, key } = this.#parts;
    const stored = readState(await limit(store.load(key)));
    // Nothing is stored, or nothing any more: this worker's state is saved.
    if (stored === undefined) {
      this.#version = undefined;
      return;
    }
    try {
      // A save may have succeeded although its answer was lost; or the store may have lost saves.
      tellLost(recallOwn(this.#parts, restoreInto(this.#parts, stored.bytes)));
    } catch (error) {
      if (!this.#parts.replaceUnreadable) throw error;
    }
    this.#version = stored.version;
    this.#wasStored = true;
  }
}
