import type { LogSettings } from "./shared-log.ts";
import type { StoredRunOptions } from "./stored-run-types.ts";
type RunStore = StoredRunOptions["store"];
/** From a store, or options that have one. Throws `ERR_LOOPGUARD_OPTION`. */
export declare function readStoredRunOptions(from: RunStore | StoredRunOptions): LogSettings;
export {};
