import type { LogSettings } from "./shared-log.ts";
import type { StoredRunOptions } from "./stored-run-types.ts";
type RunStore = StoredRunOptions["store"];
/** Whether these are a store, or options with one. */
export declare function isForStore(value: unknown): boolean;
/** Reads a store, or options with one; `relation` is not checked yet. Throws `ERR_LOOPGUARD_OPTION`. */
export declare function readStoredRunOptions(from: RunStore | StoredRunOptions): {
    settings: LogSettings;
    relation: Pick<StoredRunOptions, "parent" | "agent">;
};
export {};
