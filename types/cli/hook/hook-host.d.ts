/** What the hook in C asks about the run of a session (native/hook/run.h), answered by a run in JavaScript. */
import type { LoopDetection, Verdict } from "../../base/types.ts";
import type { GuardRun } from "../../run/loop-run.ts";
import type { Host } from "./hook-event.ts";
/** What the listener of the guard heard while a question was answered. */
export interface Heard {
    detection?: LoopDetection | undefined;
    verdict?: Verdict | undefined;
}
export declare function hostOf(run: GuardRun, heard: Heard): Host;
