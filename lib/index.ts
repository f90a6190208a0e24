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
export * from "./executor/exports.ts";
export { type CheckedCall, checkMessages, type MessagesVerdict } from "./guard/check-messages.ts";
export type { GuardInput } from "./guard/guard-of.ts";
export { LoopDetector, type LoopMatch } from "./guard/loop-detector.ts";
export { LoopGuard } from "./guard/loop-guard.ts";
export { TextLoopDetector, type TextLoopMatch } from "./guard/text-loop-detector.ts";
export { readSignatures } from "./history/history-log.ts";
export type { DetectionMessage, ErrorMessage, RecoveryMessage, RestoreMessage } from "./report/diagnostics.ts";
export type { RestoreReport } from "./report/restore-report.ts";
export type { JournalPosition, JournalState, JournalStore, StateStore, StoredState } from "./state/state-store.ts";
export type { StoredLoopRun, StoredRunOptions } from "./state/stored-run-types.ts";
export { callSignature } from "./text/call-signature.ts";
export { canonicalize, type FingerprintOptions, fingerprint } from "./text/identity.ts";
export { normalizeQuery, queriesAreSimilar, similarity } from "./text/similarity.ts";
export { findToolLoopError } from "./wrap/find-tool-loop-error.ts";
export { type PrunedMessages, type PruneOptions, pruneLoop } from "./wrap/prune/prune-loop.ts";
export { runScope } from "./wrap/run-scope.ts";
