import { type BudgetDetector } from "./budget.ts";
import { type CountDetector } from "./count.ts";
import { type CustomDetector } from "./custom.ts";
import { type CycleDetector } from "./cycle.ts";
import { type DelegationDetector } from "./delegation.ts";
import { type DuplicateDetector } from "./duplicate.ts";
import { type ErrorStreakDetector } from "./error-streak.ts";
import { type LimitDetector } from "./limit.ts";
import { type NearRepeatDetector } from "./near-repeat.ts";
import { type NoNewsDetector } from "./no-news.ts";
import { type NoProgressDetector } from "./no-progress.ts";
import { type PingPongDetector } from "./ping-pong.ts";
import type { DetectorRecord, DetectorType, LoopRecord, Parameter } from "./record.ts";
import { type RepeatDetector } from "./repeat.ts";
import { type SimilarQueryDetector } from "./similar-query.ts";
import { type StallDetector } from "./stall.ts";
import { type TextRepeatDetector } from "./text-repeat.ts";
import { type UnknownToolDetector } from "./unknown-tool.ts";
/** An entry of the `detectors` option, made by one of the factories. */
export type Detector = CountDetector | RepeatDetector | StallDetector | PingPongDetector | CycleDetector | DuplicateDetector | SimilarQueryDetector | LimitDetector | NoProgressDetector | ErrorStreakDetector | UnknownToolDetector | NoNewsDetector | TextRepeatDetector | DelegationDetector | NearRepeatDetector | CustomDetector | BudgetDetector;
/** The name that the detections of a detector have, unless the detector was given another one. */
export type DetectorName = Exclude<Detector["type"], "custom">;
/** A record for a detector of any type. */
export interface AnyRecord extends Omit<DetectorRecord<Detector>, "parameters" | "varied"> {
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly varied?: readonly string[];
}
export declare const LOOP_RECORDS: readonly LoopRecord[];
/** The records of detectors by type, without the rules, which are no detectors: polls, and agents that are sent back. */
export declare const DETECTOR_RECORDS: ReadonlyMap<string, AnyRecord>;
export declare function recordOf(detector: Detector): AnyRecord;
/** Whether none of the detectors finds anything in calls of which no outcome is recorded. */
export declare function needOutcomes(detectors: readonly Detector[]): boolean;
/** Whether calls need a time for this detector. */
export declare function readsClock(detector: Detector): boolean;
/** Whether its refusals carry the earlier result. */
export declare function replays(detector: Detector): boolean;
/** The record for a type of detection, the rule for polls included. */
export declare function loopRecord(type: DetectorType): LoopRecord;
/** The record for a detection's name, which a user may have chosen. */
export declare function recordNamed(name: string): LoopRecord | undefined;
/** A detector with the defaults of missing parameters; one of unknown type is returned unchanged. */
export declare function withDefaults(detector: Record<string, unknown>): Record<string, unknown>;
/** `no_news` for `noNews`: the names of the factories are read too. */
export declare function detectorType(name: string): string;
/** Throws `ERR_LOOPGUARD_OPTION` for a detector that no factory would make. */
export declare function checkDetector(detector: unknown, path: string): asserts detector is Detector;
/** The detector's parameters for the core: an entry of the JSON text that configures a guard. */
export declare function detectorConfig(detector: Detector): Record<string, unknown>;
