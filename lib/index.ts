/** loopguard: keeps LLM agents out of tool-call loops. */

export { callSignature } from "./call-signature.ts";
export { type CheckedCall, checkMessages, type MessagesVerdict } from "./check-messages.ts";
export { backend, backendError } from "./core/backend.ts";
export {
  type CountDetector,
  type CountOptions,
  type CustomDetector,
  type CustomDetectorFn,
  type CustomDetectorInput,
  type CycleDetector,
  type CycleOptions,
  count,
  custom,
  cycle,
  type Detector,
  type DetectorActions,
  type DuplicateDetector,
  type DuplicateOptions,
  duplicate,
  type ErrorStreakDetector,
  type ErrorStreakOptions,
  errorStreak,
  type LimitDetector,
  type LimitOptions,
  limit,
  type NoProgressDetector,
  type NoProgressOptions,
  noNews,
  noProgress,
  type PingPongDetector,
  type PingPongOptions,
  pingPong,
  type RepeatDetector,
  type RepeatOptions,
  repeat,
  type SimilarQueryDetector,
  type SimilarQueryOptions,
  type StallDetector,
  similarQuery,
  stall,
  type ThresholdOptions,
  type UnknownToolDetector,
  unknownTool,
  type WindowOptions,
} from "./detectors.ts";
export type { DetectionMessage, ErrorMessage, RestoreMessage } from "./diagnostics.ts";
export type { LoopGuardErrorCode } from "./errors.ts";
export type { AgentEventMap } from "./executor/agent-events.ts";
export {
  type ApprovalConfig,
  type ApprovalDecision,
  ApprovalManager,
  type ApprovalRequest,
  type ApprovalResponse,
} from "./executor/approval.ts";
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
  type PollResultArguments,
} from "./executor/async-tool.ts";
export { type DefinedTool, defineTool, type ToolConfig } from "./executor/define-tool.ts";
export { EventBus, type EventBusLike, type EventMap } from "./executor/event-bus.ts";
export type { ToolExecutorConfig } from "./executor/executor-config.ts";
export type { JsonSchema } from "./executor/json-schema.ts";
export type {
  InferArguments,
  InferInput,
  ParameterSchema,
  SafeParseSchema,
  SchemaIssue,
  StandardResult,
  StandardSchema,
} from "./executor/parameter-schema.ts";
export { RunContext, type RunContextConstructor, type RunContextOptions } from "./executor/run-context.ts";
export { resolveSandboxConfig, Sandbox } from "./executor/sandbox.ts";
export { ToolExecutor } from "./executor/tool-executor.ts";
export type {
  Artifact,
  RawToolCall,
  SandboxConfig,
  ToolArtifact,
  ToolCacheConfig,
  ToolCall,
  ToolCallResult,
  ToolDef,
  ToolDefinition,
  ToolParameters,
  ToolResult,
} from "./executor/tool-types.ts";
export { findToolLoopError } from "./find-tool-loop-error.ts";
export { type CallExecutor, guardExecutor } from "./guard-executor.ts";
export { type GuardFunctionOptions, guardFunction } from "./guard-function.ts";
export { readSignatures } from "./history-log.ts";
export { canonicalize, type FingerprintOptions, fingerprint } from "./identity.ts";
export { LoopDetector, type LoopMatch } from "./loop-detector.ts";
export { LoopGuard } from "./loop-guard.ts";
export type { RestoreReport } from "./restore-report.ts";
export { runScope } from "./run-scope.ts";
export { normalizeQuery, queriesAreSimilar, similarity } from "./similarity.ts";
export { memoryStore } from "./state/memory-store.ts";
export type { JournalPosition, JournalState, JournalStore, StateStore, StoredState } from "./state/state-store.ts";
export type { StoredLoopRun, StoredRunOptions } from "./state/stored-run-types.ts";
export { ToolLoopError } from "./tool-loop-error.ts";
export type {
  ActionOption,
  Ladder,
  LoopCall,
  LoopDetection,
  LoopGuardOptions,
  LoopGuardStats,
  LoopOutcome,
  LoopRun,
  PollPolicy,
  PresetName,
  ToolPolicy,
  Verdict,
  VerdictAction,
  VolatileClass,
} from "./types.ts";
