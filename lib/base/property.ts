/** Values that we did not make, promises among them, and maps that are filled as they are asked. */

/** A property of a value that we did not make; `undefined` when it is absent, or when its getter or a proxy throws. */
export function property(object: unknown, name: PropertyKey): unknown {
  try {
    return (object as Record<PropertyKey, unknown> | null | undefined)?.[name];
  } catch {
    return undefined;
  }
}

/** What `act` returns, or `otherwise` if it throws. */
export function orElse<T, U>(act: () => T, otherwise: U): T | U {
  try {
    return act();
  } catch {
    return otherwise;
  }
}

/**
 * Whether a value is a plain object such as `{}`, of any realm, and not an array or an instance of a class. Never
 * throws.
 */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  try {
    if (Array.isArray(value)) return false;
    const prototype: unknown = Object.getPrototypeOf(value);
    return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
  } catch {
    return false; // a proxy whose trap throws
  }
}

/** A copy of an array or a plain object, which stays as it is when who gave it changes it; else the value. */
export function copied(value: unknown): unknown {
  if (Array.isArray(value)) return [...value];
  return isPlainObject(value) ? { ...value } : value;
}

/** The names and values of a plain object that has nothing but short texts and numbers; else empty. */
export function wordsOf(key: object): string {
  const members = isPlainObject(key) ? Object.values(key) : [];
  const isShort = (value: unknown) => typeof value === "number" || (typeof value === "string" && value.length < 100);
  return members.length > 0 && members.length < 8 && members.every(isShort) ? JSON.stringify(key) : "";
}

/** The value of a key; it is made and stored when the map has none. */
export function getOrAdd<K, V>(
  map: { get(key: K): V | undefined; set(key: K, value: V): unknown },
  key: K,
  make: () => V,
): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/** Adds an entry to a map that keeps only the newest `max` entries. */
export function remember<K, V>(map: Map<K, V>, key: K, value: V, max: number): void {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= max) break;
    map.delete(oldest);
  }
}

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

/** Whether a value has a function `then`. Throws when `then` cannot be read, as on a revoked proxy. */
export function hasThen(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as PromiseLike<unknown> | null | undefined)?.then === "function";
}

/** As `hasThen`, but false when `then` cannot be read. Never throws. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  try {
    return hasThen(value);
  } catch {
    return false;
  }
}

export type Awaitable<T> = T | Promise<T>;

/** Calls `next` with the value, at once if it is there. */
export function chain<T, R>(value: Awaitable<T>, next: (value: T) => Awaitable<R>): Awaitable<R> {
  return isThenable(value) ? Promise.resolve(value).then(next) : next(value);
}

/** Whether a value was given. `null` counts as absent: some hosts write it for "none". */
export function isGiven<T>(value: T | null | undefined): value is T {
  return value !== undefined && value !== null;
}
