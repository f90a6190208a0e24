/** `LoopGuard.check`: judges a whole history without changing any run. */
import type { LoopCall, LoopDetection, LoopOutcome } from "../base/types.ts";
import type { GuardEngine } from "../run/guard-engine.ts";
/** As `LoopGuard.check`. `engine` is one for `"check"`: it refuses nothing, so every call of the history counts as run. */
export declare function checkHistory(engine: GuardEngine, calls: readonly LoopCall[], outcomes: readonly (LoopOutcome | string | null | undefined)[]): LoopDetection | null;
