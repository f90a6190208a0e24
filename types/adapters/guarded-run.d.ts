/** What the adapters have in common that are not at the desk yet: how they name a call, and end a run. */
import type { LoopRun } from "../base/types.ts";
import { ToolLoopError } from "../report/tool-loop-error.ts";
export { callOf, withMembers } from "../adapter/parts.ts";
/** The error that ends the run; `undefined` if no call was aborted. */
export declare function endOf({ tripped }: LoopRun): ToolLoopError | undefined;
export declare function throwIfEnded(run: LoopRun): void;
/** Says who works in a run, for detections. */
export declare function nameAgent(run: LoopRun, agent: string): void;
