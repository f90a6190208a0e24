/** The open runs of a guard, by key. */
import { OpenRuns } from "./open-runs.ts";

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
