/** The parameters of each detector: defaults and ranges. The one place that knows them. */
import {
  bool,
  type Check,
  checkKeys,
  checkObject,
  func,
  integer,
  member,
  number,
  text,
  texts,
} from "./check-option.ts";
import { DETECTOR_TYPES, type DetectorType } from "./core/types.ts";
import type { Detector } from "./detectors.ts";
import { optionError } from "./errors.ts";
import { readRungs } from "./ladder.ts";
import { DANGEROUS_TOKENS, QUERY_KEYS } from "./similarity.ts";

/** Observations that the core looks back on at most: `LG_REACH_MAX` of detectors.h. */
const REACH_MAX = 65_536;
const LIMIT_MAX = 1_000_000_000;
/** Of `noNews`: as many as its entries of the core can count. */
const TIMES_MAX = 65_535;
/** A year. */
const WAIT_MAX_MS = 31_536_000_000;

interface Parameter {
  /** `undefined`: it must be given. */
  readonly fallback: unknown;
  readonly check: Check;
}

const threshold = (fallback: number, min: number, max: number): Parameter => ({ fallback, check: integer(min, max) });

/** The cycle scan's own parameters, those of `LoopDetector`. */
export const WINDOW_PARAMETERS: Readonly<Record<string, Parameter>> = {
  windowSize: threshold(32, 2, REACH_MAX),
  minCycleLen: threshold(1, 1, 4096),
  maxCycleLen: threshold(8, 1, 4096),
  repeats: threshold(3, 2, REACH_MAX),
};

const PARAMETERS: Record<DetectorType, Record<string, Parameter>> = {
  count: { maxRepeats: { fallback: 3, check: limitValue(0) }, canonical: { fallback: false, check: bool } },
  repeat: { threshold: threshold(3, 2, REACH_MAX), failures: { fallback: false, check: bool } },
  stall: { threshold: threshold(3, 2, REACH_MAX) },
  ping_pong: { cycleLength: threshold(2, 2, 64), repetitions: threshold(3, 2, REACH_MAX / 64) },
  cycle: { ...WINDOW_PARAMETERS, sameResults: { fallback: false, check: bool } },
  duplicate: { replay: { fallback: false, check: bool } },
  similar_query: {
    tools: { fallback: undefined, check: texts(1) },
    keys: { fallback: QUERY_KEYS, check: texts(1) },
    threshold: { fallback: 0.75, check: number(0, 1) },
    dangerousTokens: { fallback: DANGEROUS_TOKENS, check: texts(0) },
  },
  limit: { limits: { fallback: {}, check: checkLimits }, default: { fallback: 3, check: limitValue(0) } },
  no_progress: {
    threshold: threshold(3, 2, REACH_MAX),
    errorThreshold: threshold(3, 2, REACH_MAX),
    windowSize: threshold(32, 2, REACH_MAX),
    settled: { fallback: false, check: bool },
  },
  error_streak: { threshold: threshold(3, 2, REACH_MAX / 4), transientThreshold: threshold(8, 2, REACH_MAX / 4) },
  unknown_tool: { threshold: threshold(3, 1, REACH_MAX) },
  no_news: {
    times: threshold(2, 1, TIMES_MAX),
    ackTimes: threshold(6, 1, TIMES_MAX),
    transientTimes: threshold(6, 1, TIMES_MAX),
    settled: { fallback: false, check: bool },
    pollAfterMs: { fallback: 4_500, check: number(0, WAIT_MAX_MS) },
    maxWaitMs: { fallback: 600_000, check: number(0, WAIT_MAX_MS) },
  },
  poll: {},
  custom: { detect: { fallback: undefined, check: func } },
};

/** A detector with the parameters that were left out; one of no known type stays as it is. */
export function withDefaults(detector: Record<string, unknown>): Record<string, unknown> {
  const full: Record<string, unknown> = { ...detector };
  const { type } = detector;
  if (type === "no_progress" && full["errorThreshold"] === undefined) full["errorThreshold"] = full["threshold"];
  const parameters = (DETECTOR_TYPES as readonly unknown[]).includes(type) ? PARAMETERS[type as DetectorType] : {};
  for (const [key, parameter] of Object.entries(parameters))
    if (full[key] === undefined) full[key] = parameter.fallback;
  for (const key of ["action", "ladder"]) if (full[key] === undefined) delete full[key];
  return full;
}

/** Throws unless `detector` is one that the factories make. */
export function checkDetector(detector: unknown, path: string): asserts detector is Detector {
  checkObject(detector, path, "a detector, made by count(), cycle() and the like");
  const type = detector["type"];
  const known = DETECTOR_TYPES.filter((name) => name !== "poll");
  if (typeof type !== "string" || !(known as string[]).includes(type))
    throw optionError("type", member(path, "type"), type, `one of ${known.join(", ")}`);
  const parameters = PARAMETERS[type as DetectorType];
  checkKeys(detector, path, ["name", "type", "action", "ladder", ...Object.keys(parameters)]);
  for (const [key, parameter] of Object.entries(parameters)) parameter.check(detector[key], member(path, key));
  text(detector["name"], member(path, "name"));
  if (type === "custom" && (DETECTOR_TYPES as readonly unknown[]).includes(detector["name"]))
    throw optionError("range", member(path, "name"), detector["name"], "a name that no built-in detector has");
  readRungs(detector["action"], detector["ladder"], path);
  checkPairs(detector as unknown as Detector, path);
}

/** Numbers that are each in range but make no sense together. */
function checkPairs(detector: Detector, path: string): void {
  if (detector.type === "cycle") checkCycle(detector, path);
  if (detector.type !== "no_progress") return;
  for (const key of ["threshold", "errorThreshold"] as const)
    if (detector[key] > detector.windowSize)
      throw optionError("range", member(path, key), detector[key], `at most windowSize (${detector.windowSize})`);
}

/** Shared with `LoopDetector`, whose options are the same four. */
export function checkCycle(
  options: { windowSize: number; minCycleLen: number; maxCycleLen: number; repeats: number },
  path: string,
): void {
  const { windowSize, minCycleLen, maxCycleLen, repeats } = options;
  if (minCycleLen > maxCycleLen)
    throw optionError("range", member(path, "minCycleLen"), minCycleLen, `at most maxCycleLen (${maxCycleLen})`);
  if (minCycleLen * repeats > windowSize)
    throw optionError(
      "range",
      member(path, "windowSize"),
      windowSize,
      `at least minCycleLen * repeats (${minCycleLen * repeats}), or no cycle would fit`,
    );
}

/** How often something may happen: an integer, or `Infinity`. */
export function limitValue(min: number): Check {
  return (value, path) => {
    if (value !== Number.POSITIVE_INFINITY) integer(min, LIMIT_MAX)(value, path);
  };
}

function checkLimits(value: unknown, path: string): void {
  checkObject(value, path, "an object from tool names to limits");
  for (const [name, limit] of Object.entries(value)) limitValue(1)(limit, `${path}[${JSON.stringify(name)}]`);
}
