/** What the adapters have in common: how they name a call, end a run, and copy what they guard. */
import type { LoopCall, LoopRun } from "../base/types.ts";
import { ToolLoopError } from "../report/tool-loop-error.ts";
/** A call as the guard takes it; `id` counts only if it is a string. */
export declare function callOf(id: unknown, name: string, args: unknown): LoopCall;
/** The error that ends the run; `undefined` if no call was aborted. */
export declare function endOf({ tripped }: LoopRun): ToolLoopError | undefined;
export declare function throwIfEnded(run: LoopRun): void;
/** Says who works in a run, for detections. */
export declare function nameAgent(run: LoopRun, agent: string): void;
/** A copy with other members; of the same class, because a tool may be an instance of one. */
export declare function withMembers(original: object, members: object): object;
