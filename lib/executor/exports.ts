/** What `loopguard` and `loopguard/executor` both export. */

export { ToolLoopError } from "../rules/tool-loop-error.ts";
export { type ApprovalConfig, ApprovalManager } from "./approval.ts";
export type { ArtifactsConfig } from "./artifacts.ts";
export type { JsonSchema } from "./clean-schema.ts";
export {
  type AsyncToolConfig,
  createPollResultTool,
  type DefineAsyncToolConfig,
  defineAsyncTool,
  defineTool,
  type ToolConfig,
  type ZodLike,
} from "./define-tool.ts";
export type { AgentEventMap, ApprovalDecision, ApprovalRequest, ApprovalResponse } from "./event-bus.ts";
export { EventBus, type EventMap } from "./event-bus.ts";
export type { ToolExecutorConfig } from "./executor-config.ts";
export type {
  InferArguments,
  InferInput,
  ParameterSchema,
  SafeParseSchema,
  StandardSchema,
} from "./parameter-schema.ts";
export { RunContext, type RunContextOptions } from "./run-context.ts";
export { type GivenCall, ToolExecutor } from "./tool-executor.ts";
export type {
  Artifact,
  GivenTool,
  RawToolCall,
  SandboxConfig,
  ToolArtifact,
  ToolCacheConfig,
  ToolCall,
  ToolCallResult,
  ToolDef,
  ToolDefinition,
  ToolResult,
  Untyped,
} from "./tool-types.ts";
