/** The checked options as the JSON that `lg_guard_configure` reads. */
import { type LadderTuple } from "../base/ladder.ts";
import type { Ladder } from "../base/types.ts";
import { type Detector } from "../detectors/table.ts";
/** The configuration of a guard in the core, as JSON; an infinite limit is `null`. */
export interface CoreConfiguration {
    readonly maxEntries: number;
    readonly shadow: boolean;
    readonly ladder?: Ladder | undefined;
    readonly detectors: readonly object[];
}
export declare function coreConfiguration(detectors: readonly Detector[], ladder: LadderTuple, maxEntries: number, shadow: boolean): CoreConfiguration;
