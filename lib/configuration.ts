/** The checked options as the core's configuration, in the user's own words; see `lg_guard_configure`. */
import type { Detector } from "./detectors.ts";
import { type LadderTuple, RUNGS, readRungs } from "./ladder.ts";
import type { Ladder } from "./types.ts";

/** What a guard of the core goes by. As JSON: a limit that is infinite is `null` there, and functions are left out. */
export interface CoreConfiguration {
  readonly maxEntries: number;
  readonly shadow: boolean;
  readonly ladder?: Ladder | undefined;
  readonly detectors: readonly object[];
}

export function coreConfiguration(
  detectors: readonly Detector[],
  ladder: LadderTuple,
  maxEntries: number,
  shadow: boolean,
): CoreConfiguration {
  return { maxEntries, shadow, ladder: ladderOf(ladder), detectors: detectors.map(coreDetector) };
}

/** `action` and `ladder` of a detector come to one ladder. */
function coreDetector({ action, ladder, ...own }: Detector): object {
  return { ...own, ladder: ladderOf(readRungs(action, ladder, "")?.ladder) };
}

/** `undefined`: none, so the next one up applies. */
export function ladderOf(ladder: LadderTuple | undefined): Ladder | undefined {
  const rungs = RUNGS.flatMap((rung, i) => (ladder?.[i] ? [[rung, ladder[i]] as const] : []));
  return rungs.length === 0 ? undefined : Object.fromEntries(rungs);
}
