/** The tool layer of `ToolExecutor`: all that is needed to run tools, artifacts, sandboxes, and a guard for another executor. */
import { SandboxConfig, RunContext, ToolResult } from './shared.js';
import { DeskInput } from './adapter.js';
export { ARTIFACT_POINTER_PREFIX, AgentEventMap, ApprovalConfig, ApprovalDecision, ApprovalManager, ApprovalRequest, ApprovalResponse, Artifact, type ArtifactContext, type ArtifactInput, type ArtifactOptions, type ArtifactPointer, ArtifactsConfig, AsyncToolConfig, DefineAsyncToolConfig, EventBus, EventMap, GivenCall, GivenTool, InferArguments, InferInput, JsonSchema, ParameterSchema, RawToolCall, RunContextOptions, SafeParseSchema, StandardSchema, type StoredArtifact, ToolArtifact, ToolCacheConfig, ToolCall, ToolCallResult, ToolConfig, ToolDef, ToolDefinition, ToolExecutor, ToolExecutorConfig, ToolLoopError, Untyped, ZodLike, approxByteSize, createArtifactTools, createPollResultTool, defineAsyncTool, defineTool, getArtifact, isPointer, listArtifacts, storeArtifact } from './shared.js';

/** The sandbox for a tool: its own setting, else the executor's; `null` for none. */
declare function resolveSandboxConfig(toolLevel?: boolean | SandboxConfig, agentLevel?: boolean | SandboxConfig): SandboxConfig | null;
type Execute = (args: Record<string, unknown>, ctx: RunContext) => Promise<string | ToolResult>;
/**
 * Runs functions, each in its own process. `enabled` of the configuration is ignored. Throws `ERR_LOOPGUARD_OPTION` for
 * an invalid one.
 *
 * @example
 * const result = await new Sandbox({ timeout: 1000 }).execute(async ({ n }) => `${n}`, { n: 1 }, ctx);
 */
declare class Sandbox {
    constructor(config?: SandboxConfig);
    /**
     * Rejects with `Sandbox error: <message>` if the function throws; also on time-out, on abort, and if the process
     * ends. The process is gone when the promise settles.
     */
    execute(toolExecuteFn: Execute, args: Record<string, unknown>, ctx: RunContext): Promise<string | ToolResult>;
}

/** An object whose `executeAll(calls, context)` gives the results of the calls, in their order. */
interface CallExecutor {
    executeAll: (...args: never[]) => PromiseLike<readonly unknown[]>;
}
/**
 * The executor with a guard around its `executeAll`; all other members stay the same. Each `executeAll` is a round. The run is
 * that of the context's `runId`, or of the context itself, or the guard's default run without a context or under `scope:
 * "instance"`. Functions guarded with `guardFunction` that its tools call are in the same run.
 *
 * The result of a refused call is `{ toolCallId, toolName, result, error: "loop-detected" }`. After an abort a `ToolLoopError`
 * with the results of the round's earlier calls is thrown. Calls of tools that `getToolDefinitions()` does not list, and
 * arguments that are not JSON, reach the executor, and count for the guard as `invalid`.
 *
 * @example
 * const results = await guardExecutor(executor, { maxRepeats: 3, action: "hint" }).executeAll(calls, ctx);
 */
declare function guardExecutor<E extends CallExecutor>(executor: E, guard?: DeskInput): E;

export { RunContext, Sandbox, SandboxConfig, ToolResult, guardExecutor, resolveSandboxConfig };
export type { CallExecutor };
