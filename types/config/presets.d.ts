/**
 * What a guard does when it is not told: the named presets. docs/accuracy.md has the measurements behind them. Strong
 * evidence (same call, same result, and nothing news since) is refused; weak evidence only warns, and stops a run that goes on
 * beyond all measure. Each ladder ends in `abort`: a refusal that never stops a run is spent tokens without end.
 */
import type { Ladder, PresetName } from "../base/types.ts";
import { type Detector } from "../detectors/factories.ts";
import type { VolatileDefaults } from "./tool-policy.ts";
export interface Preset {
    readonly detectors: readonly Detector[];
    readonly ladder: Readonly<Ladder>;
    /** Spans that are no news in any tool's results, or in what its failures say. */
    readonly volatile: VolatileDefaults;
    readonly shadow: boolean;
}
/** Of guards with detectors and without a ladder. */
export declare const DEFAULT_LADDER: Readonly<Ladder>;
/** Of the shorthand `maxRepeats`: the calls up to it ran already, so the first one past it is refused. */
export declare const SHORTHAND_LADDER: Readonly<Ladder>;
/** Of `duplicate({ replay: true })`: a warning would run the call again instead of replaying its result. */
export declare const REPLAY_LADDER: Readonly<Ladder>;
/** Names of the presets, for error texts and commands. */
export declare const PRESET_NAMES: readonly string[];
export declare function presetOf(name: PresetName): Preset;
