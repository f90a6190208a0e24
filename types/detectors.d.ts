/** The detectors: small factories for the entries of the `detectors` option. Each has a file in `detectors/`. */
export { type CountDetector, type CountOptions, count } from "./detectors/count.ts";
export { type CustomDetector, type CustomDetectorFn, type CustomDetectorInput, custom } from "./detectors/custom.ts";
export { type CycleDetector, type CycleOptions, cycle, type WindowOptions } from "./detectors/cycle.ts";
export { type DuplicateDetector, type DuplicateOptions, duplicate } from "./detectors/duplicate.ts";
export { type ErrorStreakDetector, type ErrorStreakOptions, errorStreak } from "./detectors/error-streak.ts";
export { type LimitDetector, type LimitOptions, limit } from "./detectors/limit.ts";
export { type NoNewsDetector, type NoNewsOptions, noNews } from "./detectors/no-news.ts";
export { type NoProgressDetector, type NoProgressOptions, noProgress } from "./detectors/no-progress.ts";
export type { DetectorActions, ThresholdOptions } from "./detectors/options.ts";
export { type PingPongDetector, type PingPongOptions, pingPong } from "./detectors/ping-pong.ts";
export { type RepeatDetector, type RepeatOptions, repeat } from "./detectors/repeat.ts";
export { type SimilarQueryDetector, type SimilarQueryOptions, similarQuery } from "./detectors/similar-query.ts";
export { type StallDetector, stall } from "./detectors/stall.ts";
export type { Detector } from "./detectors/table.ts";
export { type UnknownToolDetector, unknownTool } from "./detectors/unknown-tool.ts";
