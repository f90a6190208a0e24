/** The tool layer of `ToolExecutor`: all that is needed to run tools, artifacts, sandboxes, and a guard for another executor. */

export { type CallExecutor, guardExecutor } from "./adapters/guard-executor.ts";
export type { AgentEventMap } from "./executor/agent-events.ts";
export { type ApprovalConfig, ApprovalManager } from "./executor/approval.ts";
export { createArtifactTools } from "./executor/artifact-tools.ts";
export {
  ARTIFACT_POINTER_PREFIX,
  type ArtifactContext,
  type ArtifactInput,
  type ArtifactOptions,
  type ArtifactPointer,
  type ArtifactsConfig,
  approxByteSize,
  getArtifact,
  isPointer,
  listArtifacts,
  type StoredArtifact,
  storeArtifact,
} from "./executor/artifacts.ts";
export {
  type AsyncToolConfig,
  createPollResultTool,
  type DefineAsyncToolConfig,
  defineAsyncTool,
} from "./executor/async-tool.ts";
export { defineTool, type ToolConfig, type ZodLike } from "./executor/define-tool.ts";
export type { ApprovalDecision, ApprovalRequest, ApprovalResponse } from "./executor/event-bus.ts";
export { EventBus, type EventMap } from "./executor/event-bus.ts";
export type { ToolExecutorConfig } from "./executor/executor-config.ts";
export type { JsonSchema } from "./executor/json-schema.ts";
export type {
  InferArguments,
  InferInput,
  ParameterSchema,
  SafeParseSchema,
  StandardSchema,
} from "./executor/parameter-schema.ts";
export { RunContext, type RunContextConstructor, type RunContextOptions } from "./executor/run-context.ts";
export { resolveSandboxConfig, Sandbox } from "./executor/sandbox.ts";
export { type GivenCall, ToolExecutor } from "./executor/tool-executor.ts";
export type * from "./executor/tool-types.ts";
export { ToolLoopError } from "./report/tool-loop-error.ts";
