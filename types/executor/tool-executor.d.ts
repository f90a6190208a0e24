/** Runs the tool calls of a model response. */
import type { LoopGuard } from "../guard/loop-guard.ts";
import { ApprovalManager } from "./approval.ts";
import { type ToolExecutorConfig } from "./executor-config.ts";
import type { RunContext } from "./run-context.ts";
import { type RawToolCall, type ToolCall, type ToolCallResult, type ToolDef, type ToolDefinition } from "./tool-types.ts";
type AnyCall = ToolCall | RawToolCall;
/**
 * Runs tool calls in batches, with loop detection, approval, caching, validation, sandboxing and artifacts.
 *
 * @example
 * const executor = new ToolExecutor(tools, { loopDetection: { maxRepeats: 3, action: "hint" } });
 * const results = await executor.executeAll(calls, ctx);
 */
export declare class ToolExecutor {
    #private;
    /** A number is the concurrency. Throws `ERR_LOOPGUARD_OPTION` for options that cannot work. */
    constructor(tools: readonly ToolDef[], config?: number | ToolExecutorConfig);
    /**
     * The guard behind `loopDetection`; `undefined` when it is off. `loopGuard.run(ctx.runId)` is the state of a run: there a
     * user's turn begins, for example. Under `scope: "instance"` it is `loopGuard.run()`.
     */
    get loopGuard(): LoopGuard | undefined;
    /** `undefined` without an approval policy. */
    getApprovalManager(): ApprovalManager | undefined;
    /** The tools as a model provider wants to see them; a copy, which is the caller's. */
    getToolDefinitions(): ToolDefinition[];
    /** Forgets the results of tools with `cache`. */
    clearCache(): void;
    /**
     * Runs the calls of one model response and gives their results in the same order. What goes wrong with a call is in
     * its result. Only a `ToolLoopError` is thrown: when the calls that were running have finished, and with the results
     * of all that ran. (And `ERR_LOOPGUARD_CLOSED`, for a host that has closed the guard.)
     *
     * A run is a `ctx.runId`: give all responses of one agent run the same context, and each run its own. Functions that tools
     * call and that are guarded (`guardFunction`) are in the same run; see `runScope`.
     */
    executeAll(calls: readonly AnyCall[], ctx: RunContext): Promise<ToolCallResult[]>;
}
export {};
