/** The newest `max` entries. Most are written and never read, so writing is what must be cheap. */
export class Ring<Entry> {
  readonly #max: number;
  #entries: Entry[] = [];
  /** Where the next entry goes, in place of the oldest. */
  #next = 0;

  constructor(max: number) {
    this.#max = max;
  }

  add(entry: Entry): void {
    this.#entries[this.#next] = entry;
    this.#next = (this.#next + 1) % this.#max;
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
