/** The checked options as the core's configuration, in the user's own words; see `lg_guard_configure`. */
import type { Detector } from "./detectors/table.ts";
import { type LadderTuple, ladderOf, readRungs } from "./ladder.ts";
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

/** `action` and `ladder` come to one ladder; what is said of tools by name is in their profiles. */
function coreDetector({ action, ladder, ...own }: Detector): object {
  const rungs = readRungs(action, ladder, "");
  return { ...own, limits: undefined, tools: undefined, ladder: rungs && ladderOf(rungs.ladder) };
}
