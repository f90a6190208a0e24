/** The table of all detectors. It does not compile when a type of the core has no record. */
import { readSteps } from "../base/action-ladder.ts";
import { checkObject, member } from "../base/check-option.ts";
import { optionError } from "../base/errors.ts";
import { DETECTOR_TYPES } from "../core/layout.gen.ts";
import type { DetectorRecord, DetectorType, LoopRecord, Parameter } from "./detector-record.ts";
import { completed } from "./detector-record.ts";
import { BUDGET, type BudgetDetector } from "./detectors/budget.ts";
import { COUNT, type CountDetector } from "./detectors/count.ts";
import { CUSTOM, type CustomDetector } from "./detectors/custom.ts";
import { CYCLE, type CycleDetector } from "./detectors/cycle.ts";
import { DELEGATION, type DelegationDetector } from "./detectors/delegation.ts";
import { DUPLICATE, type DuplicateDetector } from "./detectors/duplicate.ts";
import { ERROR_STREAK, type ErrorStreakDetector } from "./detectors/error-streak.ts";
import { LIMIT, type LimitDetector } from "./detectors/limit.ts";
import { NEAR_REPEAT, type NearRepeatDetector } from "./detectors/near-repeat.ts";
import { NO_NEWS, type NoNewsDetector } from "./detectors/no-news.ts";
import { NO_PROGRESS, type NoProgressDetector } from "./detectors/no-progress.ts";
import { PING_PONG, type PingPongDetector } from "./detectors/ping-pong.ts";
import { POLL } from "./detectors/poll.ts";
import { REPEAT, type RepeatDetector } from "./detectors/repeat.ts";
import { SIMILAR_QUERY, type SimilarQueryDetector } from "./detectors/similar-query.ts";
import { STALL, type StallDetector } from "./detectors/stall.ts";
import { STOP_LOOP } from "./detectors/stop-loop.ts";
import { TEXT_REPEAT, type TextRepeatDetector } from "./detectors/text-repeat.ts";
import { UNKNOWN_TOOL, type UnknownToolDetector } from "./detectors/unknown-tool.ts";

/** An entry of the `detectors` option, made by one of the factories. */
export type Detector =
  | CountDetector
  | RepeatDetector
  | StallDetector
  | PingPongDetector
  | CycleDetector
  | DuplicateDetector
  | SimilarQueryDetector
  | LimitDetector
  | NoProgressDetector
  | ErrorStreakDetector
  | UnknownToolDetector
  | NoNewsDetector
  | TextRepeatDetector
  | DelegationDetector
  | NearRepeatDetector
  | CustomDetector
  | BudgetDetector;

/** The name that the detections of a detector have, unless the detector was given another one. */
export type DetectorName = Exclude<Detector["type"], "custom">;

/** A record for a detector of any type. */
interface AnyRecord extends Omit<DetectorRecord<Detector>, "parameters" | "varied"> {
  readonly parameters: Readonly<Record<string, Parameter>>;
  readonly varied?: readonly string[];
}

type RecordOf<Type extends DetectorType> = Type extends Detector["type"]
  ? DetectorRecord<Extract<Detector, { type: Type }>>
  : LoopRecord;

/** In the order in which `tune` tries them. */
const RECORDS: { readonly [Type in DetectorType]: RecordOf<Type> } = {
  count: COUNT,
  repeat: REPEAT,
  stall: STALL,
  ping_pong: PING_PONG,
  cycle: CYCLE,
  duplicate: DUPLICATE,
  limit: LIMIT,
  similar_query: SIMILAR_QUERY,
  no_news: NO_NEWS,
  no_progress: NO_PROGRESS,
  error_streak: ERROR_STREAK,
  unknown_tool: UNKNOWN_TOOL,
  text_repeat: TEXT_REPEAT,
  near_repeat: NEAR_REPEAT,
  delegation: DELEGATION,
  poll: POLL,
  custom: CUSTOM,
  stop_loop: STOP_LOOP,
  budget: BUDGET,
};

export const LOOP_RECORDS: readonly LoopRecord[] = Object.values(RECORDS);

/** The records of detectors by type, without the rules, which are no detectors: polls, and agents that are sent back. */
export const DETECTOR_RECORDS: ReadonlyMap<string, AnyRecord> = new Map(
  Object.entries(RECORDS).flatMap(([type, record]) => ("parameters" in record ? [[type, record]] : [])),
);

export function recordOf(detector: Detector): AnyRecord {
  return RECORDS[detector.type];
}

/** Whether none of the detectors finds anything in calls of which no outcome is recorded. */
export function needOutcomes(detectors: readonly Detector[]): boolean {
  return detectors.every((detector) => recordOf(detector).needsOutcomes?.(detector) ?? false);
}

/** Whether calls need a time for this detector. */
export function readsClock(detector: Detector): boolean {
  const record = recordOf(detector);
  return record.judgesNews === true || record.readsClock?.(detector) === true;
}

/** Whether its refusals carry the earlier result. */
export function replays(detector: Detector): boolean {
  return recordOf(detector).replays?.(detector) ?? false;
}

/** The record for a type of detection, the rule for polls included. */
export function loopRecord(type: DetectorType): LoopRecord {
  return RECORDS[type];
}

/** The record for a detection's name, which a user may have chosen. */
export function recordNamed(name: string): LoopRecord | undefined {
  return Object.hasOwn(RECORDS, name) ? RECORDS[name as DetectorType] : undefined;
}

/** `no_news` for `noNews`: the names of the factories are read too. */
export function detectorType(name: string): string {
  return DETECTOR_RECORDS.has(name) ? name : name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/**
 * A frozen copy of an entry of `detectors`; one that was written by hand, such as `{ type: "cycle" }`, gets its defaults.
 * Throws `ERR_LOOPGUARD_OPTION` for a detector that no factory would make.
 */
export function readDetector(value: unknown, path: string): Detector {
  checkObject(value, path, "a detector, made by count(), cycle() and the like");
  const type = typeof value["type"] === "string" ? detectorType(value["type"]) : value["type"];
  const record = DETECTOR_RECORDS.get(type as string);
  if (record === undefined) {
    const known = DETECTOR_TYPES.filter((name) => DETECTOR_RECORDS.has(name));
    throw optionError("type", member(path, "type"), type, `one of ${known.join(", ")}`);
  }
  return completed(record, { name: type, ...value, type }, path) as unknown as Detector;
}

/** A detector of this type that applies to every tool; `undefined` where that needs an option of the user's. */
export function exampleOf(type: string): Detector | undefined {
  const options = DETECTOR_RECORDS.get(type)?.example;
  return options === null || !DETECTOR_RECORDS.has(type) ? undefined : readDetector({ type, ...options }, type);
}

/** The detector's parameters for the core: an entry of the JSON text that configures a guard. */
export function detectorConfig(detector: Detector): Record<string, unknown> {
  const { type, action, ladder } = detector;
  const config: Record<string, unknown> = { type };
  for (const [key, { local, ofTools }] of Object.entries(recordOf(detector).parameters)) {
    if (local === true && ofTools !== true) continue;
    const value = (detector as unknown as Record<string, unknown>)[key];
    // JSON has no Infinity.
    config[key] = value === Infinity ? null : value;
  }
  const steps = recordOf(detector).givesVerdict === true ? undefined : readSteps(action, ladder, "");
  if (steps !== undefined) config["ladder"] = steps.ladder;
  return config;
}
