import type { DetectorRecord, DetectorType, LoopRecord, Parameter } from "./detector-record.ts";
import { type BudgetDetector } from "./detectors/budget.ts";
import { type CountDetector } from "./detectors/count.ts";
import { type CustomDetector } from "./detectors/custom.ts";
import { type CycleDetector } from "./detectors/cycle.ts";
import { type DelegationDetector } from "./detectors/delegation.ts";
import { type DuplicateDetector } from "./detectors/duplicate.ts";
import { type ErrorStreakDetector } from "./detectors/error-streak.ts";
import { type LimitDetector } from "./detectors/limit.ts";
import { type NearRepeatDetector } from "./detectors/near-repeat.ts";
import { type NoNewsDetector } from "./detectors/no-news.ts";
import { type NoProgressDetector } from "./detectors/no-progress.ts";
import { type PingPongDetector } from "./detectors/ping-pong.ts";
import { type RepeatDetector } from "./detectors/repeat.ts";
import { type SimilarQueryDetector } from "./detectors/similar-query.ts";
import { type StallDetector } from "./detectors/stall.ts";
import { type TextRepeatDetector } from "./detectors/text-repeat.ts";
import { type UnknownToolDetector } from "./detectors/unknown-tool.ts";
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
/** `no_news` for `noNews`: the names of the factories are read too. */
export declare function detectorType(name: string): string;
/**
 * A frozen copy of an entry of `detectors`; one that was written by hand, such as `{ type: "cycle" }`, gets its defaults.
 * Throws `ERR_LOOPGUARD_OPTION` for a detector that no factory would make.
 */
export declare function readDetector(value: unknown, path: string): Detector;
/** A detector of this type that applies to every tool; `undefined` where that needs an option of the user's. */
export declare function exampleOf(type: string): Detector | undefined;
/** The detector's parameters for the core: an entry of the JSON text that configures a guard. */
export declare function detectorConfig(detector: Detector): Record<string, unknown>;
