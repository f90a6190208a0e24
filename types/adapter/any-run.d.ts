/** A run in memory or in a store. */
import type { LoopRun } from "../base/types.ts";
import type { StoredLoopRun } from "../state/stored-run-types.ts";
export type AnyRun = LoopRun | StoredLoopRun;
/** Whether this is a run, and no guard and no options: only a guard has the method `run`. */
export declare function isAnyRun(value: unknown): value is AnyRun;
