/** A map of limited size, which drops its oldest entries, so that it does not grow with the file. */
import { remember } from "../base/remember.ts";
import { keptName } from "./limits.ts";

export class Recent<T> {
  readonly #max: number;
  readonly #map = new Map<string, T>();

  /** `max`: entries; default 10,000. */
  constructor(max = 10_000) {
    this.#max = max;
  }

  get(key: string): T | undefined {
    return this.#map.get(keptName(key));
  }

  /** Deletes an entry; gives whether it was present. */
  delete(key: string): boolean {
    return this.#map.delete(keptName(key));
  }

  set(key: string, value: T): void {
    remember(this.#map, keptName(key), value, this.#max);
  }
}
