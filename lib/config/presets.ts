/**
 * What a guard does when it is not told: the named presets. docs/accuracy.md has the measurements behind them. Strong
 * evidence (same call, same result, and nothing news since) is refused; weak evidence only warns, and stops a run that goes on
 * beyond all measure. Each ladder ends in `abort`: a refusal that never stops a run is spent tokens without end.
 */

import type { Ladder, PresetName, VolatileClass } from "../base/types.ts";
import { type Detector, errorStreak, noNews, noProgress, repeat, stall, unknownTool } from "../detectors/factories.ts";
import type { VolatileDefaults } from "./tool-policy.ts";

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

/** The one detector that refuses: this call gives what it gave, and nothing has been news since. */
const refuse = (times: number, ladder: Ladder): Detector => noNews({ times, settled: true, ladder });
/** A call that cannot run at all may be refused at once. */
const cannotRun = (threshold: number, ladder: Ladder): Detector => unknownTool({ threshold, ladder });
/** What is worth a word, and stops a run only at a length that no healthy run was seen to reach. */
const WARN: Ladder = { warn: 1, abort: 100 };

const recommended: Preset = {
  detectors: [
    refuse(2, { hint: 1, abort: 5 }),
    cannotRun(3, { hint: 1, abort: 5 }),
    noProgress({ threshold: 3, windowSize: 6, ladder: WARN }),
    repeat({ threshold: 3, failures: true, ladder: WARN }),
    errorStreak({ threshold: 4, transientThreshold: 10, ladder: WARN }),
    stall({ threshold: 6, ladder: WARN }),
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
      errorStreak({ threshold: 3, transientThreshold: 6, ladder: WARN }),
      stall({ threshold: 4, ladder: WARN }),
      repeat({ threshold: 5, ladder: WARN }),
    ],
  },
  lenient: {
    ...recommended,
    detectors: [
      refuse(4, { warn: 1, hint: 3, abort: 12 }),
      cannotRun(5, { warn: 1, hint: 3, abort: 10 }),
      errorStreak({ threshold: 8, transientThreshold: 20, ladder: WARN }),
      stall({ threshold: 12, ladder: WARN }),
    ],
  },
  observe: { ...recommended, shadow: true },
};

/** Names of the presets, for error texts and commands. */
export const PRESET_NAMES: readonly string[] = Object.keys(PRESETS);

export function presetOf(name: PresetName): Preset {
  return PRESETS[name];
}
