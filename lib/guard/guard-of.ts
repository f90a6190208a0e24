import { hasBrand } from "../base/brand.ts";
import type { LoopGuardOptions } from "../config/guard-options.ts";
import { LoopGuard } from "./loop-guard.ts";

/** What every adapter takes as `guard`: a guard, the options of one, or nothing for the recommended preset. */
export type GuardInput = LoopGuard | LoopGuardOptions;

/** The guard itself, or a new one. Throws `ERR_LOOPGUARD_OPTION` for options that cannot work. */
export function guardOf(guard?: GuardInput): LoopGuard {
  return isGuard(guard) ? guard : new LoopGuard(guard);
}

/** Also true for a guard of another copy of the package. */
export function isGuard(guard: unknown): guard is LoopGuard {
  return hasBrand(guard, "guard");
}
