/** The open runs of a guard that have a store, by key and store. Bounded: the one unused for longest gives its memory up. */
import type { GuardEngine } from "../run/guard-engine.ts";
import type { LogSettings } from "./shared-log.ts";
import { StoredRun, type StoredRunRegistry } from "./stored-run.ts";

export class StoredRuns implements StoredRunRegistry {
  readonly #engine: GuardEngine;
  readonly #max: number;
  /** By store: a run in one store is not that in another. */
  readonly #byStore = new WeakMap<object, Map<string, StoredRun>>();
  /** In order of use, the newest last. */
  readonly #order = new Set<StoredRun>();
  /** The last of them, if it is known. */
  #newest: StoredRun | undefined;

  constructor(engine: GuardEngine, max: number) {
    this.#engine = engine;
    this.#max = max;
  }

  get size(): number {
    return this.#order.size;
  }

  /** The run of a key; the settings are those of the first who asks for it. */
  get(key: string, settings: LogSettings): StoredRun {
    const runs = this.#runsIn(settings.store);
    const run = runs.get(key) ?? new StoredRun(this.#engine, key, settings, this);
    this.touch(run);
    return run;
  }

  /** `run` is in use. One that had to make room is taken in again. */
  touch(run: StoredRun): void {
    if (run === this.#newest) return;
    this.#newest = run;
    this.#order.delete(run);
    this.#order.add(run);
    const runs = this.#runsIn(run.store);
    if (!runs.has(run.runId)) runs.set(run.runId, run);
    if (this.#order.size > this.#max) this.#evict();
  }

  remove(run: StoredRun): void {
    if (run === this.#newest) this.#newest = undefined;
    this.#order.delete(run);
    const runs = this.#runsIn(run.store);
    if (runs.get(run.runId) === run) runs.delete(run.runId);
  }

  closeAll(): void {
    for (const run of [...this.#order]) void run.close();
  }

  #runsIn(store: object): Map<string, StoredRun> {
    const runs = this.#byStore.get(store) ?? new Map<string, StoredRun>();
    this.#byStore.set(store, runs);
    return runs;
  }

  #evict(): void {
    for (const oldest of this.#order) {
      this.remove(oldest);
      void oldest.sleep();
      return;
    }
  }
}
