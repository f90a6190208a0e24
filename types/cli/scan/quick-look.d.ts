/**
 * Whether a guard could find anything in a run at all. Most runs are healthy, and for most of those hashes and the
 * beginnings of outcomes show it; a guard, which reads every character, need not see them. When in doubt the answer is
 * yes.
 */
import type { LoopGuardOptions } from "../../config/guard-options.ts";
import { RunTape } from "./run-tape.ts";
/** Whether a guard could find something in a run. */
export type QuickLook = (tape: RunTape) => boolean;
/** `undefined` if a look cannot tell: with tool policies, functions, expressions or a message of the user's own. */
export declare function quickLook(options: LoopGuardOptions): QuickLook | undefined;
/** Whether a guard can find nothing in calls of which no outcome is recorded. */
export declare function needsOutcomes(options: LoopGuardOptions): boolean;
