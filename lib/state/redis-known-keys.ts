/** What is remembered of the keys that were used lately: their names in Redis, and when their expiry was put off. */

const MAX_KEYS = 10_000;

class KnownKey {
  readonly name: string;
  /** When the expiry was put off last, by this machine's clock. */
  putOffAt: number = Number.NEGATIVE_INFINITY;

  constructor(name: string) {
    this.name = name;
  }
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
    const known = this.#keys.get(key);
    if (known !== undefined) return known;
    if (this.#keys.size >= MAX_KEYS) this.#keys.clear();
    const added = new KnownKey(this.#nameOf(key));
    this.#keys.set(key, added);
    return added;
  }

  /** Whether it is time to put the expiry off; it then counts as done. Of very many keys, some are due too early. */
  isDue(known: KnownKey): boolean {
    const now = performance.now();
    if (now - known.putOffAt < this.#everyMs) return false;
    known.putOffAt = now;
    return true;
  }
}
