/** The checked options as the JSON that `lg_guard_configure` reads. */

import { type LadderTuple, ladderOf } from "../base/ladder.ts";
import type { Ladder } from "../base/types.ts";
import { type Detector, detectorConfig } from "../detectors/table.ts";

/** The configuration of a guard in the core, as JSON; an infinite limit is `null`. */
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
