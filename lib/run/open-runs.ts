/** Open runs in order of use, at most `max`: the least recently used one gives its state up. */

interface KeptRun {
  /** Gives the state up; the run may be used again. */
  sleep(): unknown;
  close(): unknown;
}

export abstract class OpenRuns<Run extends KeptRun> {
  readonly #max: number;
  /** The most recently used run is last. */
  readonly #order = new Set<Run>();
  /** The last of them, if it is known. */
  #newest: Run | undefined;

  constructor(max: number) {
    this.#max = max;
  }

  get size(): number {
    return this.#order.size;
  }

  /** `run` is in use. A run that gave its state up is taken in again. */
  touch(run: Run): void {
    if (run === this.#newest) return;
    this.#order.delete(run);
    this.#order.add(run);
    this.#newest = run;
    this.added(run);
    if (this.#order.size <= this.#max) return;
    const [oldest] = this.#order;
    this.remove(oldest as Run);
    void (oldest as Run).sleep();
  }

  remove(run: Run): void {
    if (run === this.#newest) this.#newest = undefined;
    this.#order.delete(run);
    this.removed(run);
  }

  /** The least recently used run is first. */
  all(): Iterable<Run> {
    return this.#order;
  }

  closeAll(): void {
    for (const run of [...this.#order]) void run.close();
  }

  protected added(_run: Run): void {}
  protected abstract removed(run: Run): void;
}

/** What is kept by key: a `GuardRun`. */
interface KeyedRun {
  readonly runId: string | undefined;
  readonly closed: boolean;
  sleep(): void;
  close(): void;
}

export class RunRegistry<Run extends KeyedRun> extends OpenRuns<Run> {
  readonly #byName = new Map<string, Run>();
  /** Runs by an object that identifies them, such as a framework's context, which is not kept alive. */
  readonly #byObject = new WeakMap<object, Run>();

  /** The run of a key; `make` makes it, and makes a new one once that is closed. */
  get(key: string | object, make: () => Run): Run {
    const known = typeof key === "string" ? this.#byName.get(key) : this.#byObject.get(key);
    const run = known === undefined || known.closed ? make() : known;
    if (run !== known) {
      if (typeof key === "string") this.#byName.set(key, run);
      else this.#byObject.set(key, run);
    }
    this.touch(run);
    return run;
  }

  /** The runs with a string as key. */
  *named(): Generator<[string, Run]> {
    for (const run of this.all()) if (this.#isNamed(run)) yield [run.runId, run];
  }

  protected removed(run: Run): void {
    if (this.#isNamed(run)) this.#byName.delete(run.runId);
  }

  #isNamed(run: Run): run is Run & { readonly runId: string } {
    return run.runId !== undefined && this.#byName.get(run.runId) === run;
  }
}
