import type { LogSettings } from "./shared-log.ts";
import type { StoredRunOptions } from "./stored-run-types.ts";
/** Throws `ERR_LOOPGUARD_OPTION`. */
export declare function readStoredRunOptions(options: StoredRunOptions): LogSettings;
