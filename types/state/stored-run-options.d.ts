import type { LogSettings } from "./shared-log.ts";
import type { StoredRunOptions } from "./stored-run-types.ts";
type RunStore = StoredRunOptions["store"];
/** Reads a store, or options with one. Throws `ERR_LOOPGUARD_OPTION`. */
export declare function readStoredRunOptions(from: RunStore | StoredRunOptions): LogSettings;
export {};
