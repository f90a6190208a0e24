import type { AgentRun } from "../adapter/agent-run.ts";
import type { LoopCall } from "../base/types.ts";
/** The calls of a step, by their arguments. */
export type ToolCalls = WeakMap<object, {
    readonly run: AgentRun;
    readonly call: LoopCall;
}>;
/** Marks guarded workflows, agents and tools, so that nothing is guarded twice, even by two guards. */
export declare const GUARDED: unique symbol;
/** The guarded tool, of the same class. One that has nothing to call is returned unchanged. */
export declare function guardTool(tool: object, calls: ToolCalls): object;
