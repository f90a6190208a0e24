import { member } from "../base/check-option.ts";
import { optionError } from "../base/errors.ts";
import { make } from "./make.ts";
import type { DetectorActions, DetectorBase } from "./options.ts";
import { FLAG, type Parameter, REACH_MAX, whole } from "./parameters.ts";
import type { DetectorRecord } from "./record.ts";
import { at, type History, type Observation, periodic, type Seen, sameResult } from "./sighting.ts";

/** The options of `LoopDetector`. */
export interface WindowOptions {
  /** How many of the last signatures are searched. Default 32. */
  windowSize?: number;
  /** The shortest block, in calls. Default 1. */
  minCycleLen?: number;
  /** The longest block, in calls. Default 8. */
  maxCycleLen?: number;
  /** How often the block must come in a row. Default 3. */
  repeats?: number;
}
export interface CycleOptions extends WindowOptions {
  /** `true`: fires only when the results repeat too, which is strong evidence. Default `false`. */
  sameResults?: boolean;
}
export interface CycleDetector extends DetectorBase<"cycle">, Readonly<Required<CycleOptions>> {}

/**
 * Detects a block of calls that repeats, such as read, edit, read, edit, read, edit: the same tools with the same
 * arguments and the same errors. Acts after a call has run.
 *
 * @example
 * new LoopGuard({ detectors: [cycle({ maxCycleLen: 4, repeats: 2 })] });
 */
export function cycle(options?: CycleOptions & DetectorActions): CycleDetector {
  return make("cycle", CYCLE, options);
}

/** The parameters of the search for cycles, which `LoopDetector` has too. */
export const WINDOW_PARAMETERS: Readonly<Record<keyof WindowOptions, Parameter>> = {
  windowSize: whole(32, 2, REACH_MAX),
  minCycleLen: whole(1, 1, 4096),
  maxCycleLen: whole(8, 1, 4096),
  repeats: whole(3, 2, REACH_MAX),
};

/** Checks the four options that `cycle` and `LoopDetector` share. */
export function checkCycle(options: Readonly<Required<WindowOptions>>, path: string): void {
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

/** @internal */
export const CYCLE: DetectorRecord<CycleDetector> = {
  parameters: { ...WINDOW_PARAMETERS, sameResults: FLAG },
  check: checkCycle,
  readsResults: true,
  text: ({ tool, repeats, names }) =>
    names.length === 1
      ? `Tool '${tool}' was called ${repeats} times in a row with identical arguments and the same outcome.`
      : `The same ${names.length} calls (${quotedList(names)}) were repeated ${repeats} times in the same order.`,
  advice:
    "This call was not run. Decide from the results you already have, take a different approach, or finish the response.",
  details: ({ names, cycleLength, repeats }) => ({ cycle: names, cycleLength, repetitions: repeats }),
  pattern: (steps) => steps.map(({ name, signature }) => `${name}#${signature.slice(0, 8)}`),
  digestsSteps: true,
  example: () => cycle(),
  needs: ({ repeats, minCycleLen, sameResults }) => ({
    cycles: [{ repeats, calls: minCycleLen * repeats, sameResults }],
  }),
  couldFire: ({ repeats }, { mostOfOneCall }) => mostOfOneCall >= repeats,
  tried: () => [
    ...[2, 3, 4].map((repeats) => cycle({ minCycleLen: 2, repeats })),
    ...[2, 3, 4].map((repeats) => cycle({ minCycleLen: 2, repeats, sameResults: true })),
    cycle(),
  ],
  varied: ["repeats"],
  reach: ({ windowSize }) => windowSize,
  lookAtCompleted: look,
};

function look(detector: CycleDetector, history: History): Seen {
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

function quotedList(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(", ");
}
