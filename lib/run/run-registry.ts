/** The open runs of a guard, by key. Bounded: the one unused for longest gives its state up first. */
import type { GuardRun } from "./loop-run.ts";

export class RunRegistry {
  readonly #max: number;
  readonly #byName = new Map<string, GuardRun>();
  /** Objects that stand for a run, such as a framework's context; they are not kept alive. */
  readonly #byObject = new WeakMap<object, GuardRun>();
  /** In order of use, the newest last. */
  readonly #order = new Set<GuardRun>();
  #newest: GuardRun | undefined;

  constructor(max: number) {
    this.#max = max;
  }

  get size(): number {
    return this.#order.size;
  }

  /** The run of a key; `make` makes the first, and another once that is closed. */
  get(key: string | object, make: () => GuardRun): GuardRun {
    const known = typeof key === "string" ? this.#byName.get(key) : this.#byObject.get(key);
    if (known !== undefined && !known.closed) {
      this.touch(known);
      return known;
    }
    const run = make();
    if (typeof key === "string") this.#byName.set(key, run);
    else this.#byObject.set(key, run);
    this.touch(run);
    return run;
  }

  /** `run` is in use. One that had to make room is taken in again. */
  touch(run: GuardRun): void {
    if (this.#newest === run) return;
    this.#order.delete(run);
    this.#order.add(run);
    this.#newest = run;
    if (this.#order.size > this.#max) this.#evict();
  }

  remove(run: GuardRun): void {
    this.#order.delete(run);
    if (this.#newest === run) this.#newest = undefined;
    if (run.runId !== undefined && this.#byName.get(run.runId) === run) this.#byName.delete(run.runId);
  }

  /** The runs that have a string for a key, longest unused first. */
  *named(): Generator<[string, GuardRun]> {
    for (const run of this.#order)
      if (run.runId !== undefined && this.#byName.get(run.runId) === run) yield [run.runId, run];
  }

  closeAll(): void {
    for (const run of [...this.#order]) run.close();
  }

  #evict(): void {
    for (const oldest of this.#order) {
      this.remove(oldest);
      oldest.sleep();
      return;
    }
  }
}
