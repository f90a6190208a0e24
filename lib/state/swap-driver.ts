/** A store that replaces one value: apply, save, and when somebody was quicker load, apply again, save. */
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

/** The longest pause between two tries, in milliseconds; how long it is, is left to chance. */
const PAUSE_MAX = 32;

export class SwapDriver implements StoreDriver {
  readonly #parts: DriverParts<StateStore>;
  /** Of the value that the replica goes on from; `undefined`: there is none. */
  #version: string | undefined;
  /** There was one: a store that has none any more gets this worker's. */
  #wasStored = false;

  constructor(parts: DriverParts<StateStore>) {
    this.#parts = parts;
  }

  /** Before the first save somebody else's may come first, and with it another key. */
  get connected(): boolean {
    return this.#version !== undefined;
  }

  /** Nothing to keep: the next lost race loads what the store has. */
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

  /** The number of the last entry; 0: there is none. */
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
    // Nothing there, or nothing left: what this worker knows is what there is.
    if (stored === undefined) {
      this.#version = undefined;
      return;
    }
    try {
      // A save that landed although its answer was lost, or saves that the store had and has no more.
      tellLost(recallOwn(this.#parts, restoreInto(this.#parts, stored.bytes)));
    } catch (error) {
      if (!this.#parts.replaceUnreadable) throw error;
    }
    this.#version = stored.version;
    this.#wasStored = true;
  }
}
