/** The last entries that a store had, for the day that it loses them. */

/** About 100 KB. It covers what a failover loses of a run, which is what it took in a second or so. */
const RECENT_MAX = 512;

/** A ring: nearly every entry is written and never looked for, so it is the writing that must be cheap. */
export class RecentEntries<Entry> {
  #entries: Entry[] = [];
  /** Where the next goes, in place of the oldest. */
  #next = 0;

  add(entry: Entry): void {
    this.#entries[this.#next] = entry;
    this.#next = (this.#next + 1) % RECENT_MAX;
  }

  /** Oldest first. */
  all(): Entry[] {
    return [...this.#entries.slice(this.#next), ...this.#entries.slice(0, this.#next)];
  }

  clear(): void {
    this.#entries = [];
    this.#next = 0;
  }
}
