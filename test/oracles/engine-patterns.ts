/**
 * The patterns of completed calls, looked for in the whole list of them: one function a detector. Slow
 * and obvious; only for tests. `history` is of one turn, oldest first, and its last entry is the call just completed.
 */
import type {
  CycleDetector,
  Detector,
  ErrorStreakDetector,
  NearRepeatDetector,
  NoProgressDetector,
  PingPongDetector,
  RepeatDetector,
  StallDetector,
} from "../../lib/rules/factories.ts";
import { cycleOracle } from "./count-cycle.ts";
import { foundBy, foundSame, type Observation, sameResult } from "./engine-calls.ts";
import { difference, isEchoed } from "./near-repeat.ts";

/** What a detector has found. */
export interface Finding {
  /** The detector's place; `Infinity` for the rule of polls. */
  readonly place: number;
  readonly type: Detector["type"] | "poll";
  /** The same for the same loop, rotations of a cycle included. */
  readonly loop: string;
  readonly repeats: number;
  readonly cycleLength: number;
  readonly strong: boolean;
  /** What goes on with it: an identity, a name, or for cycles one block of them, oldest first. */
  readonly steps: readonly string[];
  /** The tool names of one block. */
  readonly names: readonly string[];
  readonly waitMs?: number;
  /** no_news: for how long the result has been the same. */
  readonly waitedMs?: number;
  /** Only to be warned of, whatever the ladder says. */
  readonly mild?: boolean;
  /** Different calls that succeeded, and were not in vain. */
  readonly atWork?: boolean;
  /** The result is a failure. */
  readonly failed?: boolean;
}

type Pattern = Pick<Finding, "loop" | "repeats" | "strong" | "steps"> & Partial<Finding>;

/** The entries at the end for which `holds` is true, newest first. */
function tail(history: readonly Observation[], holds: (seen: Observation) => boolean): Observation[] {
  const reversed = history.toReversed();
  const end = reversed.findIndex((seen) => !holds(seen));
  return end < 0 ? reversed : reversed.slice(0, end);
}

/** The calls of one round that completed one after another saw one world: they count once. */
function rounds(run: readonly Observation[]): number {
  return run.filter((seen, i) => seen.round !== run[i - 1]?.round).length;
}

/** One text for all rotations of a block. */
function cyclic(block: readonly string[]): string {
  const turns = block.map((_, i) => JSON.stringify([...block.slice(i), ...block.slice(0, i)]));
  return turns.sort()[0] as string;
}

function repeat(detector: RepeatDetector, history: readonly Observation[], own: number | undefined) {
  const last = history.at(-1) as Observation;
  const counts = (seen: Observation) => !detector.failures || (seen.failed && seen.result !== null); // not what was waited for
  const run = tail(history, (seen) => seen.identity === last.identity && counts(seen));
  if (run.length === 0 || run.length < (own ?? detector.threshold)) return undefined;
  const strong = run.every((seen) => sameResult(seen, last));
  return { loop: last.identity, repeats: run.length, strong, steps: [last.identity] };
}

function stall(detector: StallDetector, history: readonly Observation[], own: number | undefined) {
  const last = history.at(-1) as Observation;
  const run = tail(history, (seen) => seen.name === last.name && foundSame(seen, last));
  if (last.result === null || rounds(run) < (own ?? detector.threshold)) return undefined;
  const strong = run.every((seen) => seen.identity === last.identity && sameResult(seen, last));
  const atWork = !strong && !last.failed && !last.vain;
  return { loop: `${last.name} ${foundBy(last)}`, repeats: rounds(run), strong, steps: [last.name], atWork };
}

/** What the loops of a failure have in common: where kinds count, its kind. */
export const errorOf = (detector: ErrorStreakDetector, seen: Observation) =>
  detector.alike && seen.result !== null && seen.family !== undefined
    ? `kind ${seen.failed} ${seen.family}`
    : seen.result;

/** Whether it failed, or, where kinds count, says so. */
export const fails = (detector: ErrorStreakDetector, seen: Observation) =>
  seen.failed || (detector.alike && seen.declared);

function errorStreak(detector: ErrorStreakDetector, history: readonly Observation[], own: number | undefined) {
  const last = history.at(-1) as Observation;
  // A new success of another tool may be the repair; what came before it is another matter.
  const since = history.findLastIndex((seen) => seen.name !== last.name && seen.fresh && !fails(detector, seen));
  const run = tail(
    history.slice(since + 1).filter((seen) => seen.name === last.name),
    (seen) => seen.result !== null && errorOf(detector, seen) === errorOf(detector, last),
  );
  const threshold = last.transient ? detector.transientThreshold : (own ?? detector.threshold);
  if (!fails(detector, last) || last.result === null || rounds(run) < threshold) return undefined;
  const mild = !last.failed || run.some((seen) => !sameResult(seen, last));
  const strong = !mild && run.every((seen) => seen.identity === last.identity);
  return { loop: `${last.name} ${errorOf(detector, last)}`, repeats: rounds(run), strong, steps: [last.name], mild };
}

const SPREAD = 4;

/** What came back tells something. */
export const tells = (seen: Observation) => seen.result !== null && !seen.mutated && !seen.transient && !seen.silent;

/** The leaves in which two calls of one tool differ, if they are nearly the same and `other` gave what `seen` gave. */
export function differsLittle(seen: Observation, other: Observation): string[] | undefined {
  const differing = difference(seen.sketch, other.sketch);
  if (differing === undefined || !tells(other) || seen.failed !== other.failed) return undefined;
  if (sameResult(seen, other)) return differing;
  return isEchoed([seen.sketch, seen.words], [other.sketch, other.words], differing) ? differing : undefined;
}

function nearRepeat(detector: NearRepeatDetector, history: readonly Observation[], own: number | undefined) {
  const last = history.at(-1) as Observation;
  if (!tells(last)) return undefined;
  const like = (seen: Observation) => (seen.name === last.name ? differsLittle(last, seen) : undefined);
  const old = (seen: Observation) => seen.result !== null && !seen.mutated && !seen.news;
  const run = tail(history.slice(-SPREAD * detector.threshold), (seen) => like(seen) !== undefined || old(seen)).filter(
    (seen) => like(seen) !== undefined,
  );
  if (rounds(run) < (own ?? detector.threshold) || run.every((seen) => seen.identity === last.identity))
    return undefined;
  const echoed = run.some((seen) => !sameResult(seen, last));
  const gave = echoed ? `shape ${[...last.sketch.leaves.keys()].sort()}` : last.result;
  const mild = detector.action === undefined && detector.ladder === undefined;
  return { loop: `${last.name} ${gave}`, repeats: rounds(run), strong: false, steps: [last.name], mild };
}

function noProgress(detector: NoProgressDetector, history: readonly Observation[], own: number | undefined) {
  const last = history.at(-1) as Observation;
  const first = Math.max(0, history.length - detector.windowSize);
  const isOwn = (seen: Observation) => seen.identity === last.identity;
  const isDone = (seen: Observation) => !isOwn(seen) && !seen.failed && (seen.fresh || seen.changed);
  /** The places of equal observations, newest first, back to whatever may have changed the result. */
  const equal: number[] = [];
  for (let at = history.length - 1; at >= first; at--) {
    const seen = history[at] as Observation;
    if (isOwn(seen) ? !sameResult(seen, last) : seen.mutated) break;
    if (!isOwn(seen)) continue;
    if (detector.settled && seen.numbered !== last.numbered && history.slice(at).some(isDone)) break;
    equal.push(at);
  }
  const threshold = own ?? (last.failed ? detector.errorThreshold : detector.threshold);
  if (equal.length < threshold) return undefined;
  const isNews = (seen: Observation) => !isOwn(seen) && (seen.fresh || seen.changed);
  const since = equal[Math.min(threshold, 2) - 1];
  if (detector.settled && !last.failed && history.slice(since).some(isNews)) return undefined;
  const facts = { repeats: equal.length, strong: true, steps: [last.identity], failed: last.failed };
  return { loop: `${last.identity} ${last.result}`, ...facts };
}

function pingPong(detector: PingPongDetector, history: readonly Observation[]): Pattern | undefined {
  const { cycleLength, repetitions } = detector;
  const limits = { windowSize: history.length, minCycleLen: cycleLength, maxCycleLen: cycleLength };
  const names = history.map((seen) => seen.name);
  const found = cycleOracle(names, { ...limits, repeats: repetitions });
  if (!found.detected || new Set(found.pattern).size === 1) return undefined;
  const { pattern, repeats } = found;
  return { loop: cyclic(pattern), repeats, cycleLength, strong: false, steps: pattern, names: pattern };
}

function cycle(detector: CycleDetector, history: readonly Observation[]): Pattern | undefined {
  const signatures = history.map((seen) => seen.signature);
  const found = cycleOracle(signatures, detector);
  if (!found.detected) return undefined;
  const { cycleLength, repeats } = found;
  const needed = history.slice(-cycleLength * detector.repeats);
  const strong = needed.every((seen, i) => i < cycleLength || sameResult(seen, needed[i - cycleLength] as Observation));
  if (detector.sameResults && !strong) return undefined;
  const block = history.slice(-cycleLength);
  return {
    loop: cyclic(found.pattern),
    repeats,
    cycleLength,
    strong,
    steps: block.map((seen) => seen.identity),
    names: block.map((seen) => seen.name),
  };
}

/** What `detector`, at its place, finds in the call just completed. `own`: the threshold of the tool's policy. */
export function findPattern(
  detector: Detector,
  place: number,
  history: readonly Observation[],
  own: number | undefined,
): Finding | undefined {
  const found = patternOf(detector, history, own);
  if (found === undefined) return undefined;
  const names = [(history.at(-1) as Observation).name];
  return { cycleLength: 1, names, ...found, place, type: detector.type, loop: `${place} ${found.loop}` };
}

function patternOf(detector: Detector, history: readonly Observation[], own: number | undefined): Pattern | undefined {
  switch (detector.type) {
    case "repeat":
      return repeat(detector, history, own);
    case "stall":
      return stall(detector, history, own);
    case "error_streak":
      return errorStreak(detector, history, own);
    case "near_repeat":
      return nearRepeat(detector, history, own);
    case "no_progress":
      return noProgress(detector, history, own);
    case "ping_pong":
      return pingPong(detector, history);
    case "cycle":
      return cycle(detector, history);
    default:
      return undefined;
  }
}

/** How many observations a run keeps: as far as its longest-sighted detector looks back, and at least 32. */
export function memoryOf(detectors: readonly Detector[]): number {
  const reach = detectors.map((detector) => {
    if (detector.type === "cycle" || detector.type === "no_progress") return detector.windowSize;
    if (detector.type === "ping_pong") return detector.cycleLength * detector.repetitions;
    if (detector.type === "near_repeat") return SPREAD * detector.threshold;
    if (detector.type === "error_streak") return 4 * Math.max(detector.threshold, detector.transientThreshold);
    return detector.type === "repeat" || detector.type === "stall" ? detector.threshold : 1;
  });
  return Math.max(32, ...reach);
}
