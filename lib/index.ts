/** loopguard: keeps LLM agents out of tool-call loops. */

export type { LoopGuardErrorCode } from "./base/errors.ts";
export type * from "./base/types.ts";
export { backend, backendError } from "./core/backend.ts";
export { callSignature, canonicalize, type FingerprintOptions, fingerprint } from "./core/identity.ts";
export { normalizeQuery, queriesAreSimilar, similarity } from "./core/similarity.ts";
export * from "./executor/exports.ts";
export { type GuardedFunction, type GuardFunctionOptions, guardFunction } from "./frameworks/guard-function.ts";
export { checkMessages, type GuardInput, type MessagesVerdict } from "./guard/check-messages.ts";
export { LoopDetector, type LoopMatch, TextLoopDetector, type TextLoopMatch } from "./guard/loop-detector.ts";
export { LoopGuard } from "./guard/loop-guard.ts";
export { type PrunedMessages, type PruneOptions, pruneLoop } from "./guard/prune/prune-loop.ts";
export { runScope } from "./guard/run-scope.ts";
export type {
  DetectionMessage,
  ErrorMessage,
  RecoveryMessage,
  RestoreMessage,
  RestoreReport,
} from "./rules/diagnostics.ts";
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
} from "./rules/factories.ts";
/** The factories of detectors: `detectors.cycle()`. */
export * as detectors from "./rules/factories.ts";
export type { LoopGuardOptions } from "./rules/options.ts";
export type { RecoverOptions } from "./rules/recover-options.ts";
export { findToolLoopError } from "./rules/tool-loop-error.ts";
export type { CheckedCall } from "./run/replay.ts";
export type { JournalPosition, JournalState, JournalStore, StateStore, StoredState } from "./store/store-interface.ts";
export type { StoredLoopRun, StoredRunOptions } from "./store/stored-run-options.ts";
