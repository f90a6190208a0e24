import { type HeldOut } from "./choose.ts";
import type { Evidence, Measured } from "./scores.ts";
export interface Recommendation {
    readonly recommended: Measured;
    /** A few sentences. */
    readonly why: string;
}
/** Without labels: by the calls that a setting saves, and the news that it refuses. */
export declare function bySavings(all: readonly Measured[], preset: Measured, evidence: Evidence): Recommendation;
/**
 * With labels: by what people said, as far as that holds for labels that a choice was not made by. `heldOut`: what the
 * same choice comes to there.
 */
export declare function byLabels(all: readonly Measured[], preset: Measured, evidence: Evidence, heldOut: HeldOut | undefined): Recommendation;
