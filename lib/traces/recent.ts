/** A map that remembers only what was set last, so that it does not grow with the file. */

const MAX = 10_000;

export class Recent<T> {
  readonly #map = new Map<string, T>();

  get(key: string): T | undefined {
    return this.#map.get(key);
  }

  set(key: string, value: T): void {
    this.#map.delete(key);
    this.#map.set(key, value);
    if (this.#map.size <= MAX) return;
    for (const oldest of this.#map.keys()) {
      this.#map.delete(oldest);
      return;
    }
  }
}
