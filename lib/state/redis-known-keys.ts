/** Names in Redis of the keys that were used lately, and when the expiry of each was put off, by this machine's clock. */
const MAX_KEYS = 10_000;

interface KnownKey {
  readonly name: string;
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

  /** `isDue`: it is time to put the expiry off; it then counts as done. Of very many keys, some are due too early. */
  use(key: string): { name: string; isDue: boolean } {
    const now = performance.now();
    const known = this.#keys.get(key);
    if (known !== undefined) {
      const isDue = now - known.putOffAt >= this.#everyMs;
      if (isDue) known.putOffAt = now;
      return { name: known.name, isDue };
    }
    if (this.#keys.size >= MAX_KEYS) this.#keys.clear();
    const name = this.#nameOf(key);
    this.#keys.set(key, { name, putOffAt: now });
    return { name, isDue: true };
  }
}
