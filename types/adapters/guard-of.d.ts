import { LoopGuard } from "../loop-guard.ts";
import type { LoopGuardOptions } from "../types.ts";
/** What every adapter takes as `guard`: a guard, the options of one, or nothing for the recommended preset. */
export type GuardInput = LoopGuard | LoopGuardOptions;
/** The guard itself, or a new one. Throws `ERR_LOOPGUARD_OPTION` for options that cannot work. */
export declare function guardOf(guard?: GuardInput): LoopGuard;
