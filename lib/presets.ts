/**
 * What a guard does when it is not told: the named presets. docs/accuracy.md has the measurements behind them. Strong
 * evidence (same call, same result) is warned of at once and refused when the model goes on; weak evidence only warns for
 * a long while. Each ladder ends in `abort`: a refusal that never stops a run is spent tokens without end.
 */
import { cycle, type Detector, errorStreak, noProgress, repeat, stall, unknownTool } from "./detectors.ts";
import type { VolatileDefaults } from "./tool-policy.ts";
import type { Ladder, PresetName, VolatileClass } from "./types.ts";

export interface Preset {
  readonly detectors: readonly Detector[];
  readonly ladder: Readonly<Ladder>;
  /** Spans that are no news in any tool's results, or in what its failures say. */
  readonly volatile: VolatileDefaults;
  readonly shadow: boolean;
}

/** Of guards with detectors and without a ladder. */
export const DEFAULT_LADDER: Readonly<Ladder> = { warn: 1, hint: 2, abort: 5 };
/** Of the shorthand `maxRepeats`: the calls up to it ran already, so the first one past it is refused. */
export const SHORTHAND_LADDER: Readonly<Ladder> = { hint: 1, abort: 4 };
/** Of `duplicate({ replay: true })`: a warning would run the call again instead of replaying its result. */
export const REPLAY_LADDER: Readonly<Ladder> = { hint: 1, abort: 5 };

/** Times, ids, counters, colours and layout: what differs between two answers that say the same. */
const NO_NEWS: readonly VolatileClass[] = [
  "timestamps",
  "durations",
  "uuids",
  "hexIds",
  "counters",
  "pids",
  "tempPaths",
  "ansi",
  "space",
];
/** A number in an answer may be the progress ("3 failing", "45 %"); in an error it hardly ever is. */
const VOLATILE: VolatileDefaults = { results: NO_NEWS, failures: [...NO_NEWS, "digits"] };

/** Strong evidence: the next step of the loop is refused, and the fourth after that ends the run. */
const STRONG: Ladder = { warn: 1, hint: 2, abort: 6 };
const recommended: Preset = {
  detectors: [
    noProgress({ threshold: 3, errorThreshold: 2, settled: true, ladder: STRONG }),
    cycle({ minCycleLen: 2, repeats: 2, sameResults: true, ladder: STRONG }),
    noProgress({ threshold: 3, windowSize: 6, ladder: { warn: 1, hint: 5, abort: 12 } }),
    unknownTool({ threshold: 3, ladder: { hint: 1, abort: 5 } }),
    repeat({ threshold: 3, failures: true, ladder: { warn: 1, hint: 3, abort: 8 } }),
    errorStreak({ threshold: 4, transientThreshold: 10, ladder: { warn: 1, hint: 3, abort: 12 } }),
    stall({ threshold: 6, ladder: { warn: 1, hint: 8, abort: 16 } }),
    repeat({ threshold: 10, ladder: { warn: 1, hint: 20, abort: 40 } }),
  ],
  ladder: DEFAULT_LADDER,
  volatile: VOLATILE,
  shadow: false,
};

const PRESETS: Readonly<Record<PresetName, Preset>> = {
  recommended,
  strict: {
    ...recommended,
    detectors: [
      noProgress({ threshold: 2, settled: true, ladder: { hint: 1, abort: 3 } }),
      cycle({ minCycleLen: 2, repeats: 2, sameResults: true, ladder: { hint: 1, abort: 3 } }),
      noProgress({ threshold: 3, ladder: { warn: 1, hint: 2, abort: 4 } }),
      unknownTool({ threshold: 2, ladder: { hint: 1, abort: 3 } }),
      stall({ threshold: 4, ladder: { warn: 1, hint: 2, abort: 5 } }),
      errorStreak({ threshold: 3, transientThreshold: 6, ladder: { warn: 1, hint: 2, abort: 5 } }),
      repeat({ threshold: 5, ladder: { warn: 1, hint: 6, abort: 12 } }),
    ],
  },
  lenient: {
    ...recommended,
    detectors: [
      noProgress({ threshold: 5, errorThreshold: 4, settled: true, ladder: { warn: 1, hint: 4, abort: 12 } }),
      cycle({ minCycleLen: 2, repeats: 4, sameResults: true, ladder: { warn: 1, hint: 5, abort: 16 } }),
      unknownTool({ threshold: 5, ladder: { warn: 1, hint: 3, abort: 10 } }),
      stall({ threshold: 12, ladder: { warn: 1, hint: 20, abort: 40 } }),
      errorStreak({ threshold: 8, transientThreshold: 20, ladder: { warn: 1, hint: 12, abort: 30 } }),
      repeat({ threshold: 50, ladder: { warn: 1, hint: 50, abort: 100 } }),
    ],
  },
  observe: { ...recommended, shadow: true },
};

/** Names of the presets, for error texts and commands. */
export const PRESET_NAMES: readonly string[] = Object.keys(PRESETS);

export function presetOf(name: PresetName): Preset {
  return PRESETS[name];
}
