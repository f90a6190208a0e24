/** Tools of the AI SDK whose calls ask a guard first. */
import type { LoopRun } from "../base/types.ts";
/** What we read of the second argument of `execute`. Not there when somebody calls the tool by hand. */
export interface ExecuteOptions {
    readonly toolCallId?: string;
    readonly messages?: readonly unknown[];
}
/**
 * Gives the run that a call belongs to. The calls of one step are one round, and whoever gives the run has begun it.
 */
export type RunOfCall = (options: ExecuteOptions | undefined) => LoopRun;
/** The tool with a guard before its `execute`; a tool without one, that a client or the provider runs, as it is. */
export declare function guardTool(name: string, tool: object, runOf: RunOfCall): object;
