/** A map that remembers only what was set last, so that it does not grow with the file. */

export class Recent<T> {
  readonly #max: number;
  readonly #map = new Map<string, T>();

  /** `max`: entries; default 10,000. */
  constructor(max = 10_000) {
    this.#max = max;
  }

  get(key: string): T | undefined {
    return this.#map.get(key);
  }

  set(key: string, value: T): void {
    this.#map.delete(key);
    this.#map.set(key, value);
    if (this.#map.size <= this.#max) return;
    for (const oldest of this.#map.keys()) {
      this.#map.delete(oldest);
      return;
    }
  }
}
