/** Checks a `SandboxConfig`, so that a misspelt limit is an error and not silently the default. */
import { type Check } from "../base/check-option.ts";
/** Throws `ERR_LOOPGUARD_OPTION` for an invalid value; `null` and `undefined` are allowed. */
export declare function checkSandbox(value: unknown, path: string): void;
/** The longest time for `setTimeout`, which fires at once for a longer one. */
export declare const LONGEST_TIMER_MS: number;
export declare function numberFrom(min: number, what?: string): Check;
