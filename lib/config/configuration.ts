/** The checked options as the core's configuration, in the user's own words; see `lg_guard_configure`. */

import { type LadderTuple, ladderOf } from "../base/ladder.ts";
import type { Ladder } from "../base/types.ts";
import { type Detector, detectorConfig } from "../detectors/table.ts";

/** What a guard of the core goes by. As JSON: a limit that is infinite is `null` there. */
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
  return { maxEntries, shadow, ladder: ladderOf(ladder), detectors: detectors.map(detectorConfig) };
}
