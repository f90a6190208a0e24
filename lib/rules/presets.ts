/**
 * The named presets; docs/accuracy.md has the measurements behind them. Strong evidence (same call, same result, and
 * nothing new since) is refused. Weak evidence only warns, and aborts at a length that no healthy run was seen to
 * reach. Every ladder ends in `abort`: a run that is refused but never stopped spends tokens for ever.
 */

import type { Ladder, PresetName, VolatileClass } from "../base/types.ts";
import { type Detector, errorStreak, noNews, noProgress, repeat, stall, textRepeat, unknownTool } from "./factories.ts";
import type { VolatileDefaults } from "./tool-policy.ts";

export interface Preset {
  readonly detectors: readonly Detector[];
  readonly ladder: Readonly<Ladder>;
  /** Parts of any tool's results, or of its failures, that do not count when they are compared. */
  readonly volatile: VolatileDefaults;
  readonly shadow: boolean;
}

/** The ladder of a guard that has detectors but no ladder. */
export const DEFAULT_LADDER: Readonly<Ladder> = { warn: 1, hint: 2, abort: 5 };
/** The ladder of the shorthand `maxRepeats`: calls up to the limit ran, so the first one past it is refused. */
export const SHORTHAND_LADDER: Readonly<Ladder> = { hint: 1, abort: 4 };
/** The ladder of `duplicate({ replay: true })`: with a warning the call would run again instead of being replayed. */
export const REPLAY_LADDER: Readonly<Ladder> = { hint: 1, abort: 5 };

/** Times, ids, counters, colours and layout: what may differ between two results that say the same. */
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
  "envelope",
  "frames",
];
/** A number in a result may show progress ("3 failing", "45 %"); in an error it hardly ever does. */
const VOLATILE: VolatileDefaults = { results: [...NO_NEWS, "unlessAll"], failures: [...NO_NEWS, "digits"] };

/** The one detector that refuses: the call gives the same result as before, and nothing was new since. */
const refuse = (times: number, ladder: Ladder): Detector => noNews({ times, settled: true, ladder });
/** A call that cannot run (no such tool, invalid arguments) may be refused at once. */
const cannotRun = (threshold: number, ladder: Ladder): Detector => unknownTool({ threshold, ladder });
/** Warns, and aborts only at a length that no healthy run was seen to reach. */
const WARN: Ladder = { warn: 1, abort: 100 };

/** Errors of one kind are one error: "No such file" for path after path. */
const fails = (threshold: number, transientThreshold: number): Detector =>
  errorStreak({ threshold, transientThreshold, alike: true, ladder: WARN });

/** What the model writes is looked at only where the host passes it on. `atOnce`: a loop is cut when it is first seen. */
const chants = (ladder: Ladder, atOnce = false): Detector => textRepeat({ ladder, atOnce });

const recommended: Preset = {
  detectors: [
    refuse(2, { hint: 1, abort: 5 }),
    cannotRun(3, { hint: 1, abort: 5 }),
    noProgress({ threshold: 3, windowSize: 6, settled: true, ladder: WARN }),
    repeat({ threshold: 3, failures: true, ladder: WARN }),
    fails(4, 10),
    stall({ threshold: 6, ladder: WARN }),
    chants({ hint: 1, abort: 3 }),
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
      refuse(2, { hint: 1, abort: 3 }),
      cannotRun(2, { hint: 1, abort: 3 }),
      noProgress({ threshold: 2, settled: true, ladder: WARN }),
      fails(3, 6),
      stall({ threshold: 4, ladder: WARN }),
      repeat({ threshold: 5, ladder: WARN }),
      chants({ hint: 1, abort: 2 }, true),
    ],
  },
  lenient: {
    ...recommended,
    detectors: [
      refuse(4, { warn: 1, hint: 3, abort: 12 }),
      cannotRun(5, { warn: 1, hint: 3, abort: 10 }),
      fails(8, 20),
      stall({ threshold: 12, ladder: WARN }),
      chants({ warn: 1, hint: 2, abort: 6 }),
    ],
  },
  observe: { ...recommended, shadow: true },
};

/** The names of the presets, for error messages and the command line. */
export const PRESET_NAMES: readonly string[] = Object.keys(PRESETS);

export function presetOf(name: PresetName): Preset {
  return PRESETS[name];
}
