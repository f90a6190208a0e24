import type { LoopGuardOptions } from "../config/guard-options.ts";
import { LoopGuard } from "./loop-guard.ts";

/** What every adapter takes as `guard`: a guard, the options of one, or nothing for the recommended preset. */
export type GuardInput = LoopGuard | LoopGuardOptions;

/** The guard itself, or a new one. Throws `ERR_LOOPGUARD_OPTION` for options that cannot work. */
export function guardOf(guard?: GuardInput): LoopGuard {
  return isGuard(guard) ? guard : new LoopGuard(guard);
}

/** Not `instanceof`: the guard may come from another copy of the package. */
function isGuard(guard: GuardInput | undefined): guard is LoopGuard {
  const candidate = guard as Partial<LoopGuard> | null | undefined;
  return typeof candidate?.run === "function" && typeof candidate.before === "function";
}
