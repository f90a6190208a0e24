/** Wraps tools of the AI SDK so that a guard judges each call. */
import type { LoopRun } from "../base/types.ts";
/** The second argument of `execute`, as far as it is read here. Absent when the program calls the tool directly. */
export interface ExecuteOptions {
    readonly toolCallId?: string;
    readonly messages?: readonly unknown[];
}
/**
 * Returns the run that a call belongs to, and must begin a round for each step: the calls of one step are one round.
 */
export type RunOfCall = (options: ExecuteOptions | undefined) => LoopRun;
/**
 * The tool with a guarded `execute`; a tool without one, which the client or the provider runs, is returned unchanged.
 */
export declare function guardTool(name: string, tool: object, runOf: RunOfCall): object;
