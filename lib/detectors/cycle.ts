import { member } from "../base/check-option.ts";
import { optionError } from "../base/errors.ts";
import { make } from "./make.ts";
import type { DetectorActions, DetectorBase } from "./options.ts";
import { FLAG, type Parameter, REACH_MAX, whole } from "./parameters.ts";
import type { DetectorRecord } from "./record.ts";

/** The options of `LoopDetector`. */
export interface WindowOptions {
  /** Signatures that are looked back on. Default 32. */
  windowSize?: number;
  /** Default 1. */
  minCycleLen?: number;
  /** Default 8. */
  maxCycleLen?: number;
  /** Blocks in a row. Default 3. */
  repeats?: number;
}
export interface CycleOptions extends WindowOptions {
  /** `true`: only when the results repeat too, which is strong evidence. Default `false`. */
  sameResults?: boolean;
}
export interface CycleDetector extends DetectorBase<"cycle">, Readonly<Required<CycleOptions>> {}

/** The last calls, arguments and errors included, are one block, repeated. */
export function cycle(options?: CycleOptions & DetectorActions): CycleDetector {
  return make("cycle", CYCLE, options);
}

/** The cycle scan's own parameters, those of `LoopDetector`. */
export const WINDOW_PARAMETERS: Readonly<Record<keyof WindowOptions, Parameter>> = {
  windowSize: whole(32, 2, REACH_MAX),
  minCycleLen: whole(1, 1, 4096),
  maxCycleLen: whole(8, 1, 4096),
  repeats: whole(3, 2, REACH_MAX),
};

/** Shared with `LoopDetector`, whose options are the same four. */
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
};

function quotedList(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(", ");
}
