/** The open runs of a guard that have a store, by store and key. */
import type { GuardEngine } from "../run/guard-engine.ts";
import { OpenRuns } from "../run/open-runs.ts";
import type { LogSettings } from "./shared-log.ts";
import { StoredRun } from "./stored-run.ts";

export class StoredRuns extends OpenRuns<StoredRun> {
  readonly #engine: GuardEngine;
  readonly #byStore = new WeakMap<object, Map<string, StoredRun>>();

  constructor(engine: GuardEngine, max: number) {
    super(max);
    this.#engine = engine;
  }

  /** The run of a key; the settings are those of the first call for it. */
  get(key: string, settings: LogSettings): StoredRun {
    const run = this.#runsIn(settings.store).get(key) ?? new StoredRun(this.#engine, key, settings, this);
    this.touch(run);
    return run;
  }

  protected override added(run: StoredRun): void {
    const runs = this.#runsIn(run.store);
    if (!runs.has(run.runId)) runs.set(run.runId, run);
  }

  protected removed(run: StoredRun): void {
    const runs = this.#runsIn(run.store);
    if (runs.get(run.runId) === run) runs.delete(run.runId);
  }

  #runsIn(store: object): Map<string, StoredRun> {
    const runs = this.#byStore.get(store) ?? new Map<string, StoredRun>();
    this.#byStore.set(store, runs);
    return runs;
  }
}
