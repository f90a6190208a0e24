import { member } from "../../base/check-option.ts";
import { optionError } from "../../base/errors.ts";
import type { DetectorActions, DetectorBase, DetectorRecord } from "../detector-record.ts";
import { FLAG, make, type Parameter, REACH_MAX, readAll, whole } from "../detector-record.ts";

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
const WINDOW_PARAMETERS: Readonly<Record<keyof WindowOptions, Parameter>> = {
  windowSize: whole(32, 2, REACH_MAX),
  minCycleLen: { ...whole(1, 1, 4096), atMost: "maxCycleLen" },
  maxCycleLen: whole(8, 1, 4096),
  repeats: whole(3, 2, REACH_MAX, "threshold"),
};

/** The options of `LoopDetector`. */
export function readWindowOptions(options: WindowOptions): Required<WindowOptions> {
  return readAll<WindowOptions>({ parameters: WINDOW_PARAMETERS, check: checkCycle }, options);
}

/** Checks the options that `cycle` and `LoopDetector` share, beside each by itself. */
function checkCycle(options: Readonly<Required<WindowOptions>>, path: string): void {
  const { windowSize, minCycleLen, repeats } = options;
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
  parameters: { ...WINDOW_PARAMETERS, sameResults: { ...FLAG, place: "strong_only" } },
  check: checkCycle,
  readsResults: true,
  text: ({ tool, repeats, names, cycleLength }) =>
    cycleLength === 1
      ? `Tool '${tool}' was called ${repeats} times in a row with identical arguments and the same outcome.`
      : `The same ${cycleLength} calls (${names.length < cycleLength ? "…, " : ""}${quotedList(names)}) were repeated ${repeats} times in the same order.`,
  advice:
    "This call was not run. Decide from the results you already have, take a different approach, or finish the response.",
  details: ({ names, cycleLength, repeats }) => ({ cycle: names, cycleLength, repetitions: repeats }),
  pattern: (steps) => steps.map(({ name, signature }) => `${name}#${signature.slice(0, 8)}`),
  digestsSteps: true,
  needsOutcomes: ({ sameResults }) => sameResults,
  tried: () => [
    ...[2, 3, 4].map((repeats) => cycle({ minCycleLen: 2, repeats })),
    ...[2, 3, 4].map((repeats) => cycle({ minCycleLen: 2, repeats, sameResults: true })),
    cycle(),
  ],
  varied: ["repeats"],
};

const quotedList = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(", ");
