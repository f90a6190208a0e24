/** The keys that were used lately: their names in Redis, and when their expiry was last put off. */

const MAX_KEYS = 10_000;

export interface KnownKey {
  readonly name: string;
  /** By this machine's clock. */
  putOffAt: number;
}

export class KnownKeys {
  readonly #nameOf: (key: string) => string;
  readonly #everyMs: number;
  readonly #keys = new Map<string, KnownKey>();

  constructor(nameOf: (key: string) => string, everyMs: number) {
    this.#nameOf = nameOf;
    this.#everyMs = everyMs;
  }

  get(key: string): KnownKey {
    let known = this.#keys.get(key);
    if (known === undefined) {
      if (this.#keys.size >= MAX_KEYS) this.#keys.clear(); // some expiries are then put off early
      known = { name: this.#nameOf(key), putOffAt: Number.NEGATIVE_INFINITY };
      this.#keys.set(key, known);
    }
    return known;
  }

  /** Whether it is time to put the expiry off; it then counts as done. */
  isDue(known: KnownKey): boolean {
    const now = performance.now();
    if (now - known.putOffAt < this.#everyMs) return false;
    known.putOffAt = now;
    return true;
  }
}
