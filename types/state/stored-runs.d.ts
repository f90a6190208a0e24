/** The open runs of a guard that have a store, by key and store. Bounded: the one unused for longest gives its memory up. */
import type { GuardEngine } from "../run/guard-engine.ts";
import type { LogSettings } from "./shared-log.ts";
import { StoredRun, type StoredRunRegistry } from "./stored-run.ts";
export declare class StoredRuns implements StoredRunRegistry {
    #private;
    constructor(engine: GuardEngine, max: number);
    get size(): number;
    /** The run of a key; the settings are those of the first who asks for it. */
    get(key: string, settings: LogSettings): StoredRun;
    /** `run` is in use. One that had to make room is taken in again. */
    touch(run: StoredRun): void;
    remove(run: StoredRun): void;
    closeAll(): void;
}
