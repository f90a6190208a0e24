/** Runs the tool calls of a model response. */
import type { LoopGuard } from "../guard/loop-guard.ts";
import { ApprovalManager } from "./approval.ts";
import { type AgentiumConfig, type ToolExecutorConfig } from "./executor-config.ts";
import type { RunContext } from "./run-context.ts";
import { type GivenTool, type ToolCall, type ToolCallResult, type ToolDef, type ToolDefinition, type Untyped } from "./tool-types.ts";
/** As `AnyCall`, with arguments that can be read as a `ToolCall`'s, by code that stands in for an executor. */
export type GivenCall = Omit<ToolCall, "arguments"> & {
    arguments: Untyped;
};
/**
 * Runs tool calls in batches, with loop detection, approval, caching, validation, sandboxing and artifacts.
 *
 * @example
 * const executor = new ToolExecutor(tools, { loopDetection: { maxRepeats: 3, action: "hint" } });
 * const results = await executor.executeAll(calls, ctx);
 */
export declare class ToolExecutor {
    #private;
    /** A number is the concurrency. Throws `ERR_LOOPGUARD_OPTION` for invalid options. */
    constructor(tools: readonly GivenTool[], config?: number | ToolExecutorConfig);
    constructor(tools: ToolDef[], config?: number | AgentiumConfig);
    /**
     * The guard for `loopDetection`; `undefined` if it is off. `loopGuard.run(ctx.runId)` is the state of a run, on which a
     * host may call `beginTurn()`, for example. With `scope: "instance"` it is `loopGuard.run()`.
     */
    get loopGuard(): LoopGuard | undefined;
    /** `undefined` without an approval policy. */
    getApprovalManager(): ApprovalManager | undefined;
    /** The definitions of the tools for a model provider; a copy, which the caller may change. */
    getToolDefinitions(): ToolDefinition[];
    /** Forgets the results of tools with `cache`. */
    clearCache(): void;
    /**
     * Runs the calls of one model response and returns their results in the same order. The result of a failed call
     * contains its error. Rejects only with a `ToolLoopError`, after the calls in progress have ended, and with all results
     * so far; and with `ERR_LOOPGUARD_CLOSED` if the host has closed the guard.
     *
     * The arguments of a call are parsed, or the JSON text that the model sent (`RawToolCall`).
     *
     * `ctx.runId` identifies the run: pass the same context for all responses of one agent run, and another for each run.
     * Functions that tools call and that are guarded (`guardFunction`) belong to the same run; see `runScope`.
     */
    executeAll(calls: GivenCall[], ctx: RunContext): Promise<ToolCallResult[]>;
}
