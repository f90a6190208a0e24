import type { GuardRun } from "../../loop-run.ts";
import type { LoopGuardOptions } from "../../types.ts";
import { type HookEvent } from "./hook-event.ts";
/** Whether the event has all that it takes; one that has not is left alone. */
export declare function isWhole({ kind, input }: HookEvent): boolean;
/** Tells `run`, of a guard with `options`, of the event; what the agent is to read, or `undefined`. */
export declare function tell(run: GuardRun, event: HookEvent, options: LoopGuardOptions): Record<string, unknown> | undefined;
