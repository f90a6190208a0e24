/**
 * The named presets; docs/accuracy.md has the measurements behind them. Strong evidence (same call, same result, and
 * nothing new since) is refused. Weak evidence only warns, and aborts at a length that no healthy run was seen to
 * reach. Every ladder ends in `abort`: a run that is refused but never stopped spends tokens for ever.
 */
import type { Ladder, PresetName } from "../base/types.ts";
import { type Detector } from "./factories.ts";
import type { VolatileDefaults } from "./tool-policy.ts";
export interface Preset {
    readonly detectors: readonly Detector[];
    readonly ladder: Readonly<Ladder>;
    /** Parts of any tool's results, or of its failures, that do not count when they are compared. */
    readonly volatile: VolatileDefaults;
    readonly shadow: boolean;
}
/** The ladder of a guard that has detectors but no ladder. */
export declare const DEFAULT_LADDER: Readonly<Ladder>;
/** The ladder of the shorthand `maxRepeats`: calls up to the limit ran, so the first one past it is refused. */
export declare const SHORTHAND_LADDER: Readonly<Ladder>;
/** The ladder of `duplicate({ replay: true })`: with a warning the call would run again instead of being replayed. */
export declare const REPLAY_LADDER: Readonly<Ladder>;
/** The names of the presets, for error messages and the command line. */
export declare const PRESET_NAMES: readonly string[];
export declare function presetOf(name: PresetName): Preset;
