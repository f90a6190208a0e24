import type { LoopGuardOptions } from "../config/guard-options.ts";
import { LoopGuard } from "./loop-guard.ts";
/** What every adapter takes as `guard`: a guard, the options of one, or nothing for the recommended preset. */
export type GuardInput = LoopGuard | LoopGuardOptions;
/** The guard itself, or a new one. Throws `ERR_LOOPGUARD_OPTION` for options that cannot work. */
export declare function guardOf(guard?: GuardInput): LoopGuard;
/** Also true for a guard of another copy of the package. */
export declare function isGuard(guard: unknown): guard is LoopGuard;
