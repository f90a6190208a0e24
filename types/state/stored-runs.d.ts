/** The open runs of a guard that have a store, by store and key. */
import type { GuardEngine } from "../run/guard-engine.ts";
import { OpenRuns } from "../run/open-runs.ts";
import type { LogSettings } from "./shared-log.ts";
import { StoredRun } from "./stored-run.ts";
export declare class StoredRuns extends OpenRuns<StoredRun> {
    #private;
    constructor(engine: GuardEngine, max: number);
    /** The run of a key; the settings are those of the first call for it. */
    get(key: string, settings: LogSettings): StoredRun;
    protected added(run: StoredRun): void;
    protected removed(run: StoredRun): void;
}
