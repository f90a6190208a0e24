/** The option `recover`: what is done to requests of a run in a loop. */
import { type Check } from "../base/check-option.ts";
import type { RecoveryRung } from "../base/types.ts";
export interface RecoverOptions {
    /** The repetitions are left out of the request, as by `pruneLoop`. Default `true`. */
    prune?: boolean;
    /** One request is made without the tools of the loop. Default `true`. */
    tools?: boolean;
    /** Models of the framework for one request each, in this order: instances or names, as it takes them. Default none. */
    models?: readonly unknown[];
    /** The temperature of one request, or of those to `models`. Default: as it is. */
    temperature?: number;
    /** What followed the task is replaced by a summary: results that were news, and what was tried in vain. Default `true`. */
    fresh?: boolean;
}
/** One thing that is done to a request. */
export interface RecoverStep {
    readonly rung: Exclude<RecoveryRung, "answer">;
    readonly model?: unknown;
    readonly temperature?: number | undefined;
}
/** In the order in which they are done. */
export type RecoverConfig = readonly RecoverStep[];
export declare const checkRecover: Check;
/** `undefined`: nothing is done. */
export declare function readRecover(given: boolean | RecoverOptions | undefined): RecoverConfig | undefined;
