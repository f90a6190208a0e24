/**
 * What the detectors that look at completed calls make of the newest one: native/src/detectors, told in words.
 * `history` is of one turn, oldest first, as far as the guard looks back; test/cli/explain.test.ts holds both against
 * each other.
 */
import type {
  CycleDetector,
  Detector,
  ErrorStreakDetector,
  NoProgressDetector,
  PingPongDetector,
  RepeatDetector,
  StallDetector,
} from "../../detectors.ts";
import { type Observation, type Sighting, sameResult } from "./observation.ts";

type Seen = Omit<Sighting, "detector" | "place">;
type History = readonly Observation[];

/** How many observations a run keeps at least: `HISTORY_MIN` of guard.c. */
const HISTORY_MIN = 32;

/** How many observations a run keeps: as many as its longest-sighted detector looks back on. */
export function reachOf(detectors: readonly Detector[]): number {
  return Math.max(HISTORY_MIN, ...detectors.map(reach));
}

function reach(detector: Detector): number {
  switch (detector.type) {
    case "cycle":
    case "no_progress":
      return detector.windowSize;
    case "ping_pong":
      return detector.cycleLength * detector.repetitions;
    case "error_streak":
      return 4 * Math.max(detector.threshold, detector.transientThreshold);
    case "repeat":
    case "stall":
    case "unknown_tool":
      return detector.threshold;
    default:
      return 1;
  }
}

/** Undefined: this detector looks at calls before they run. `own`: the tool's `maxRepeats`. */
export function lookAtCompleted(detector: Detector, history: History, own: number | undefined): Seen | undefined {
  switch (detector.type) {
    case "repeat":
      return repeat(detector, history, own ?? detector.threshold);
    case "stall":
      return stall(detector, history, own ?? detector.threshold);
    case "error_streak":
      return errorStreak(detector, history, own ?? detector.threshold);
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

function seen(count: number, needed: number, strong: boolean, why: string, like?: Observation): Seen {
  const fired = count >= needed && count > 0;
  return { fired, count, needed, cycleLength: 1, strong, why, ...(like === undefined ? {} : { like: like.index }) };
}

const newest = (history: History): Observation => history.at(-1) as Observation;
const at = (call: Observation): string => `#${call.index}`;
const named = (call: Observation): string => `${at(call)} (${call.name})`;

/** How many at the end `holds` is true for. */
function tail(history: History, holds: (call: Observation) => boolean): number {
  const last = history.findLastIndex((call) => !holds(call));
  return history.length - 1 - last;
}

/** The calls of one round saw one world: those of them that follow one another count once. */
function roundsOf(calls: History): number {
  return calls.filter((call, place) => call.round !== calls[place - 1]?.round).length;
}

/** The newest of `calls` before the last for which `holds` is true. */
function earlier(calls: History, holds: (call: Observation) => boolean): Observation | undefined {
  return calls.slice(0, -1).findLast(holds);
}

function repeat({ failures }: RepeatDetector, history: History, needed: number): Seen {
  const last = newest(history);
  const isOwn = (call: Observation) => call.identity === last.identity;
  const count = tail(history, (call) => isOwn(call) && (!failures || (call.failed && call.result !== null)));
  const run = history.slice(history.length - count);
  const strong = run.every((call) => sameResult(call, last));
  const before = earlier(history, isOwn);
  const breaker = history.at(-1 - count);
  if (before === undefined) return seen(count, needed, strong, "no such call before");
  if (failures && !last.failed) return seen(0, needed, strong, "the call did not fail");
  if (failures && last.result === null) return seen(0, needed, strong, nothingToCompare(last));
  if (count > 1)
    return seen(count, needed, strong, `same call as ${at(before)}${strong ? ", with the same result" : ""}`, before);
  const why =
    breaker !== undefined && isOwn(breaker)
      ? `same call as ${at(before)}, which did not fail`
      : `same call as ${at(before)}, but ${named(breaker as Observation)} lies between`;
  return seen(count, needed, strong, why, before);
}

function stall(_: StallDetector, history: History, needed: number): Seen {
  const last = newest(history);
  if (last.result === null) return seen(0, needed, false, nothingToCompare(last));
  const length = tail(history, (call) => call.name === last.name && sameResult(call, last));
  const run = history.slice(history.length - length);
  const strong = run.every((call) => call.identity === last.identity);
  const count = roundsOf(run);
  const breaker = history.at(-1 - length);
  if (count > 1) {
    const before = run.at(-2) as Observation;
    return seen(count, needed, strong, `same tool and result as ${at(before)}`, before);
  }
  if (length > 1) return seen(count, needed, strong, "the calls of one round count once");
  if (breaker === undefined) return seen(count, needed, strong, "the first call of the turn");
  if (breaker.name !== last.name) return seen(count, needed, strong, `${named(breaker)} used another tool`);
  return seen(count, needed, strong, `the result differs from ${at(breaker)}'s`, breaker);
}

function errorStreak(detector: ErrorStreakDetector, history: History, own: number): Seen {
  const last = newest(history);
  const needed = last.transient ? detector.transientThreshold : own;
  const ofTool = history.filter((call) => call.name === last.name);
  const before = ofTool.at(-2);
  if (!last.failed) {
    const why = before?.failed
      ? `the call succeeded: the failures up to ${at(before)} are over`
      : "the call did not fail";
    return seen(0, needed, false, why, before?.failed ? before : undefined);
  }
  if (last.result === null) return seen(0, needed, false, nothingToCompare(last));
  // What was done anew in between may be the repair.
  const repair = history.findLastIndex((call) => call.name !== last.name && call.fresh && !call.failed);
  const since = history.slice(repair + 1).filter((call) => call.name === last.name);
  const run = since.slice(since.length - tail(since, (call) => sameResult(call, last)));
  const strong = run.every((call) => call.identity === last.identity);
  const count = roundsOf(run);
  if (before === undefined) return seen(count, needed, strong, "the first call of this tool in the turn");
  if (count > 1) return seen(count, needed, strong, `same tool and error as ${at(before)}`, before);
  if (run.length > 1) return seen(count, needed, strong, "the calls of one round count once");
  if (before.failed && since.length === 1)
    return seen(
      count,
      needed,
      strong,
      `${named(history[repair] as Observation)} was a new call, and may be the repair`,
      before,
    );
  if (!before.failed) return seen(count, needed, strong, `${at(before)} succeeded`);
  return seen(count, needed, strong, `the error differs from ${at(before)}'s`, before);
}

function noProgress(detector: NoProgressDetector, history: History, own: number | undefined): Seen {
  const last = newest(history);
  const needed = own ?? (last.failed ? detector.errorThreshold : detector.threshold);
  if (last.result === null) return seen(0, needed, true, nothingToCompare(last));
  const isOwn = (call: Observation) => call.identity === last.identity;
  const before = earlier(history, isOwn);
  const start = Math.max(0, history.length - detector.windowSize);
  let count = 0;
  let end = "";
  let place = history.length - 1;
  for (; place >= start && end === ""; place--) {
    const call = history[place] as Observation;
    if (isOwn(call)) {
      if (sameResult(call, last)) count++;
      else end = `the result differs from ${at(call)}'s`;
    } else if (call.mutated) end = `a change by ${call.name} (${at(call)}) lies between`;
    else if (detector.settled && count < needed && call.fresh && !(last.failed && call.failed))
      end = `${named(call)} was a new call`;
  }
  // What comes to an end is worth a word only where there is more beyond it.
  const beyond = history.slice(0, end === "" ? start : place + 2).some(isOwn);
  if (before === undefined) return seen(count, needed, true, "no such call before");
  if (count >= needed) return seen(count, needed, true, `same call and result as ${at(before)}`, before);
  const because = !beyond ? "" : end !== "" ? end : `earlier ones are further back than ${detector.windowSize} calls`;
  const found = count > 1 ? `same call and result as ${at(before)}` : `same call as ${at(before)}`;
  const why = because === "" ? found : count > 1 ? `${found}; before that, ${because}` : `${found}, but ${because}`;
  return seen(count, needed, true, why, before);
}

function nothingToCompare({ polled, failed }: Observation): string {
  if (polled) return "a poll is judged by time";
  return failed ? "the results of the round disagree" : "there is no result to compare";
}

function pingPong({ cycleLength, repetitions }: PingPongDetector, history: History): Seen {
  const names = history.map(({ name }) => name);
  const block = names.slice(-cycleLength);
  const tailLength = periodic(names, cycleLength);
  const count = Math.floor(tailLength / cycleLength);
  const facts = { needed: repetitions, cycleLength, strong: false };
  if (new Set(block).size < 2)
    return { ...facts, fired: false, count: 0, why: `the last ${cycleLength} calls are of one tool` };
  if (tailLength <= cycleLength) return { ...facts, fired: false, count: 0, why: "the names do not alternate" };
  return { ...facts, fired: count >= repetitions, count, why: `${block.join(", ")} again and again` };
}

/** How many texts at the end are what came `period` places before, the first block included; 0: there is no block yet. */
function periodic(texts: readonly string[], period: number): number {
  if (texts.length < period) return 0;
  let length = period;
  while (length < texts.length && texts.at(-1 - length) === texts.at(-1 - length + period)) length++;
  return length;
}

function cycle(detector: CycleDetector, history: History): Seen {
  const { minCycleLen, maxCycleLen, repeats, windowSize, sameResults } = detector;
  const signatures = history.slice(-windowSize).map(({ signature }) => signature);
  const lengths = Array.from({ length: maxCycleLen - minCycleLen + 1 }, (_, more) => minCycleLen + more);
  const tails = lengths.map((length) => ({ length, tail: periodic(signatures, length) }));
  const whole = tails.find(({ length, tail: own }) => Math.floor(own / length) >= repeats);
  // Of those that are on their way, the one that is nearest.
  const [nearest] = tails
    .filter(({ length, tail: own }) => own > length)
    .sort((a, b) => b.tail / b.length - a.tail / a.length || a.length - b.length);
  const best = whole ?? nearest;
  const silent = { fired: false, needed: repeats, strong: false };
  if (best === undefined) return { ...silent, count: 0, cycleLength: 1, why: "the window is not periodic" };
  const { length } = best;
  const count = Math.floor(best.tail / length);
  const block = history.slice(-length);
  const like = (history.at(-1 - length) as Observation).index;
  const what = blockText(block.map(({ name }) => name));
  if (whole === undefined) {
    const part = best.tail % length;
    const rest = part === 0 ? "" : `, and ${part} of ${length} once more`;
    return { ...silent, count, cycleLength: length, like, why: `${what}, ${times(count)}${rest}` };
  }
  const needed = history.slice(-length * repeats);
  const odd = needed.find((call, place) => place >= length && !sameResult(call, needed[place - length] as Observation));
  const facts = { count, needed: repeats, cycleLength: length, strong: odd === undefined, like };
  if (odd !== undefined && sameResults) {
    const other = needed[needed.indexOf(odd) - length] as Observation;
    return {
      ...facts,
      fired: false,
      why: `${what}, ${times(count)}, but the result of ${at(odd)} differs from ${at(other)}'s`,
    };
  }
  return {
    ...facts,
    fired: true,
    why: `${what}, ${times(count)}${odd === undefined ? ", with the same results" : ""}`,
  };
}

/** Names that are told of a block. */
const NAMES_MAX = 4;

function blockText(names: readonly string[]): string {
  if (names.length === 1) return "the same call";
  if (new Set(names).size === 1) return `a block of ${names.length} calls of ${names[0]}`;
  const more = names.length > NAMES_MAX ? ", …" : "";
  return `a block of ${names.length} calls (${names.slice(0, NAMES_MAX).join(", ")}${more})`;
}

function times(count: number): string {
  return count === 1 ? "once" : count === 2 ? "twice" : `${count} times`;
}
