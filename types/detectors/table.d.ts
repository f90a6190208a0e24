/** Every detector. A type of the core that has no record here does not compile. */
import { type CountDetector } from "./count.ts";
import { type CustomDetector } from "./custom.ts";
import { type CycleDetector } from "./cycle.ts";
import { type DuplicateDetector } from "./duplicate.ts";
import { type ErrorStreakDetector } from "./error-streak.ts";
import { type LimitDetector } from "./limit.ts";
import { type NoNewsDetector } from "./no-news.ts";
import { type NoProgressDetector } from "./no-progress.ts";
import type { DetectorType } from "./options.ts";
import type { Parameter } from "./parameters.ts";
import { type PingPongDetector } from "./ping-pong.ts";
import type { DetectorRecord, LoopRecord } from "./record.ts";
import { type RepeatDetector } from "./repeat.ts";
import { type SimilarQueryDetector } from "./similar-query.ts";
import { type StallDetector } from "./stall.ts";
import { type UnknownToolDetector } from "./unknown-tool.ts";
/** An entry of the `detectors` option, made by one of the factories. */
export type Detector = CountDetector | RepeatDetector | StallDetector | PingPongDetector | CycleDetector | DuplicateDetector | SimilarQueryDetector | LimitDetector | NoProgressDetector | ErrorStreakDetector | UnknownToolDetector | NoNewsDetector | CustomDetector;
/** What the detections of a detector are named after, unless it was given another name. */
export type DetectorName = Exclude<Detector["type"], "custom">;
/** A record whose detector is not known. */
export interface AnyRecord extends Omit<DetectorRecord<Detector>, "parameters" | "varied"> {
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly varied?: readonly string[];
}
export declare const LOOP_RECORDS: readonly LoopRecord[];
/** Of the detectors, by type: without what is in force by itself. */
export declare const DETECTOR_RECORDS: ReadonlyMap<string, AnyRecord>;
export declare function recordOf(detector: Detector): AnyRecord;
/** Whether its refusals carry the earlier result. */
export declare function replays(detector: Detector): boolean;
/** Of whatever reports loops. */
export declare function loopRecord(type: DetectorType): LoopRecord;
/** By the name that detections carry, which may be one that a user has chosen. */
export declare function recordNamed(name: string): LoopRecord | undefined;
/** A detector with the parameters that were left out; one of no known type stays as it is. */
export declare function withDefaults(detector: Record<string, unknown>): Record<string, unknown>;
/** Throws unless `detector` is one that the factories make. */
export declare function checkDetector(detector: unknown, path: string): asserts detector is Detector;
/** What it was made with, as far as the core goes by it: an entry of the JSON text that configures a guard. */
export declare function detectorConfig(detector: Detector): Record<string, unknown>;
