/** The factories of the detectors, for the option `detectors`. */
export { type CountDetector, type CountOptions, count } from "./count.ts";
export { type CustomDetector, type CustomDetectorFn, type CustomDetectorInput, custom } from "./custom.ts";
export { type CycleDetector, type CycleOptions, cycle, type WindowOptions } from "./cycle.ts";
export { type DuplicateDetector, type DuplicateOptions, duplicate } from "./duplicate.ts";
export { type ErrorStreakDetector, type ErrorStreakOptions, errorStreak } from "./error-streak.ts";
export { type LimitDetector, type LimitOptions, limit } from "./limit.ts";
export { type NoNewsDetector, type NoNewsOptions, noNews } from "./no-news.ts";
export { type NoProgressDetector, type NoProgressOptions, noProgress } from "./no-progress.ts";
export type { DetectorActions, ThresholdOptions } from "./options.ts";
export { type PingPongDetector, type PingPongOptions, pingPong } from "./ping-pong.ts";
export { type RepeatDetector, type RepeatOptions, repeat } from "./repeat.ts";
export { type SimilarQueryDetector, type SimilarQueryOptions, similarQuery } from "./similar-query.ts";
export { type StallDetector, stall } from "./stall.ts";
export type { Detector } from "./table.ts";
export { type TextLoopOptions, type TextRepeatDetector, textRepeat } from "./text-repeat.ts";
export { type UnknownToolDetector, unknownTool } from "./unknown-tool.ts";
