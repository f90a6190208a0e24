/** loopguard: keeps LLM agents out of tool-call loops. */

export { type GuardFunctionOptions, guardFunction } from "./adapters/guard-function.ts";
export type { LoopGuardErrorCode } from "./base/errors.ts";
export type {
  ActionOption,
  Delegation,
  Ladder,
  LoopCall,
  LoopDetection,
  LoopGuardStats,
  LoopOutcome,
  LoopRecovery,
  LoopRun,
  LoopUsage,
  PollPolicy,
  PresetName,
  RecoveryRung,
  RunOptions,
  TextOptions,
  ToolPolicy,
  Verdict,
  VerdictAction,
  VolatileClass,
} from "./base/types.ts";
export type { LoopGuardOptions } from "./config/guard-options.ts";
export type { RecoverOptions } from "./config/recover-options.ts";
export { backend, backendError } from "./core/backend.ts";
export type {
  BudgetOptions,
  CountOptions,
  CustomDetectorFn,
  CustomDetectorInput,
  CycleOptions,
  DelegationOptions,
  Detector,
  DetectorActions,
  DuplicateOptions,
  ErrorStreakOptions,
  LimitOptions,
  NearRepeatOptions,
  NoNewsOptions,
  NoProgressOptions,
  PingPongOptions,
  RepeatOptions,
  SimilarQueryOptions,
  TextLoopOptions,
  TextRepeatOptions,
  ThresholdOptions,
  UnknownToolOptions,
  WindowOptions,
} from "./detectors/factories.ts";
/** The factories of detectors: `detectors.cycle()`. */
export * as detectors from "./detectors/factories.ts";
export type { AgentEventMap } from "./executor/agent-events.ts";
export { type ApprovalConfig, ApprovalManager } from "./executor/approval.ts";
export type { ArtifactsConfig } from "./executor/artifacts.ts";
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
export { type GivenCall, ToolExecutor } from "./executor/tool-executor.ts";
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
} from "./executor/tool-types.ts";
export { type CheckedCall, checkMessages, type MessagesVerdict } from "./guard/check-messages.ts";
export type { GuardInput } from "./guard/guard-of.ts";
export { LoopDetector, type LoopMatch } from "./guard/loop-detector.ts";
export { LoopGuard } from "./guard/loop-guard.ts";
export { TextLoopDetector, type TextLoopMatch } from "./guard/text-loop-detector.ts";
export { readSignatures } from "./history/history-log.ts";
export type { DetectionMessage, ErrorMessage, RecoveryMessage, RestoreMessage } from "./report/diagnostics.ts";
export type { RestoreReport } from "./report/restore-report.ts";
export { ToolLoopError } from "./report/tool-loop-error.ts";
export type { JournalPosition, JournalState, JournalStore, StateStore, StoredState } from "./state/state-store.ts";
export type { StoredLoopRun, StoredRunOptions } from "./state/stored-run-types.ts";
export { callSignature } from "./text/call-signature.ts";
export { canonicalize, type FingerprintOptions, fingerprint } from "./text/identity.ts";
export { normalizeQuery, queriesAreSimilar, similarity } from "./text/similarity.ts";
export { findToolLoopError } from "./wrap/find-tool-loop-error.ts";
export { type PrunedMessages, type PruneOptions, pruneLoop } from "./wrap/prune/prune-loop.ts";
export { runScope } from "./wrap/run-scope.ts";
