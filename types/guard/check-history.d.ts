import type { LoopCall, LoopDetection, LoopOutcome } from "../base/types.ts";
import type { GuardEngine } from "../run/guard-engine.ts";
/**
 * The detection that the last call raises, or `null`. Each call is a round of its own. `engine` must be one for
 * `"check"`: it refuses nothing, so that every call of the history counts as run.
 */
export declare function checkHistory(engine: GuardEngine, calls: readonly LoopCall[], outcomes: readonly (LoopOutcome | string | null | undefined)[]): LoopDetection | null;
