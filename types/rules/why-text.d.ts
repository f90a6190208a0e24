/** What a detector said of a call, in words: the core says why, these say it to people. */
import type { CoreExplained } from "../core/explanation.ts";
import type { Detector } from "./table.ts";
/** A detector, what it says, and the calls that this is about. */
export interface Reason {
    readonly detector: Detector;
    readonly said: CoreExplained;
    /** Number of the earlier call that this one is like, from 1. */
    readonly like: number | undefined;
    /** What was news since the call last ran. */
    readonly news: string;
    /** Number of the call that waited last. */
    readonly waiter: number;
    /** The completed call at a place, 0 being the newest. */
    callAt(place: number): {
        readonly number: number;
        readonly name: string;
    };
}
/** By what the earlier call is known that a call which is asked for is like. */
export type LikeBy = "ticket" | "identity" | "verbatim" | "completed";
/** `undefined`: the detector speaks of no earlier call. */
export declare function likeOfAsked(detector: Detector, { why, like }: CoreExplained): LikeBy | undefined;
export declare function whyText(reason: Reason): string;
