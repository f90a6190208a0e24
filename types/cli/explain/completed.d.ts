/**
 * What the detectors that look at completed calls make of the newest one: native/src/run_patterns.c, told in words.
 * `history` is of one turn, oldest first, as far as the guard looks back; test/cli/explain.test.ts holds both against
 * each other.
 */
import type { Detector } from "../../detectors.ts";
import { type Observation, type Sighting } from "./observation.ts";
type Seen = Omit<Sighting, "detector" | "place">;
type History = readonly Observation[];
/** How many observations a run keeps: as many as its longest-sighted detector looks back on. */
export declare function reachOf(detectors: readonly Detector[]): number;
/** Undefined: this detector looks at calls before they run. `own`: the tool's `maxRepeats`. */
export declare function lookAtCompleted(detector: Detector, history: History, own: number | undefined): Seen | undefined;
export {};
