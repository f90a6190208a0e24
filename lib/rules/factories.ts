/** The factories of the detectors, for the option `detectors`. */

export type { BudgetUnit, DetectorActions, ThresholdOptions } from "./detector-record.ts";
export { type BudgetDetector, type BudgetOptions, budget } from "./detectors/budget.ts";
export { type CountDetector, type CountOptions, count } from "./detectors/count.ts";
export { type CustomDetector, type CustomDetectorFn, type CustomDetectorInput, custom } from "./detectors/custom.ts";
export { type CycleDetector, type CycleOptions, cycle, type WindowOptions } from "./detectors/cycle.ts";
export { type DelegationDetector, type DelegationOptions, delegation } from "./detectors/delegation.ts";
export { type DuplicateDetector, type DuplicateOptions, duplicate } from "./detectors/duplicate.ts";
export { type ErrorStreakDetector, type ErrorStreakOptions, errorStreak } from "./detectors/error-streak.ts";
export { type LimitDetector, type LimitOptions, limit } from "./detectors/limit.ts";
export { type NearRepeatDetector, type NearRepeatOptions, nearRepeat } from "./detectors/near-repeat.ts";
export { type NoNewsDetector, type NoNewsOptions, noNews } from "./detectors/no-news.ts";
export { type NoProgressDetector, type NoProgressOptions, noProgress } from "./detectors/no-progress.ts";
export { type PingPongDetector, type PingPongOptions, pingPong } from "./detectors/ping-pong.ts";
export { type RepeatDetector, type RepeatOptions, repeat } from "./detectors/repeat.ts";
export { type SimilarQueryDetector, type SimilarQueryOptions, similarQuery } from "./detectors/similar-query.ts";
export { type StallDetector, stall } from "./detectors/stall.ts";
export {
  type TextLoopOptions,
  type TextRepeatDetector,
  type TextRepeatOptions,
  textRepeat,
} from "./detectors/text-repeat.ts";
export { type UnknownToolDetector, type UnknownToolOptions, unknownTool } from "./detectors/unknown-tool.ts";
export type { Detector } from "./table.ts";
