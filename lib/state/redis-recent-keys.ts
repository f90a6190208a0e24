/** Keys that something was done for lately, by this machine's clock. */
const MAX_KEYS = 10_000;

export class RecentKeys {
  readonly #everyMs: number;
  readonly #doneAt = new Map<string, number>();

  constructor(everyMs: number) {
    this.#everyMs = everyMs;
  }

  /** Whether it is time to do it again; it then counts as done. Of very many keys, some are forgotten, and due too early. */
  isDue(key: string): boolean {
    const now = performance.now();
    const doneAt = this.#doneAt.get(key);
    if (doneAt !== undefined && now - doneAt < this.#everyMs) return false;
    if (this.#doneAt.size >= MAX_KEYS) this.#doneAt.clear();
    this.#doneAt.set(key, now);
    return true;
  }
}
