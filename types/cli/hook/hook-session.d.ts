import type { GuardRun } from "../../run/loop-run.ts";
import { type HookAnswer } from "./hook-answer.ts";
import { type HookEvent } from "./hook-event.ts";
/** Whether the event is complete: an event about a call needs the call. Others are ignored. */
export declare function isWhole(event: HookEvent): boolean;
/** Reports the event to `run`, and gives the answer. */
export declare function respond(run: GuardRun, event: HookEvent): HookAnswer;
