/** The open runs of a guard, by key. Bounded: the one unused for longest gives its state up first. */

/** What is kept by key: a `GuardRun`. */
interface KeptRun {
  readonly runId: string | undefined;
  readonly closed: boolean;
  /** Gives its state up. */
  sleep(): void;
  close(): void;
}

export class RunRegistry<Run extends KeptRun> {
  readonly #max: number;
  readonly #byName = new Map<string, Run>();
  /** Objects that stand for a run, such as a framework's context; they are not kept alive. */
  readonly #byObject = new WeakMap<object, Run>();
  /** In order of use, the newest last. */
  readonly #order = new Set<Run>();
  #newest: Run | undefined;

  constructor(max: number) {
    this.#max = max;
  }

  get size(): number {
    return this.#order.size;
  }

  /** The run of a key; `make` makes the first, and another once that is closed. */
  get(key: string | object, make: () => Run): Run {
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
  touch(run: Run): void {
    if (this.#newest === run) return;
    this.#order.delete(run);
    this.#order.add(run);
    this.#newest = run;
    if (this.#order.size > this.#max) this.#evict();
  }

  remove(run: Run): void {
    this.#order.delete(run);
    if (this.#newest === run) this.#newest = undefined;
    if (run.runId !== undefined && this.#byName.get(run.runId) === run) this.#byName.delete(run.runId);
  }

  /** The runs that have a string for a key, longest unused first. */
  *named(): Generator<[string, Run]> {
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
