/** `lg_explanation`: why each detector of a run fired or did not fire for a call. */
import { NEWS_WHYS, SEEN, WHYS } from "./layout.gen.ts";
import type { Memory } from "./memory.ts";
export type Why = (typeof WHYS)[number];
/** `lg_explained`. Places count back from the newest observation, 0; `undefined`: there is none. */
export interface CoreExplained {
    why: Why;
    fires: boolean;
    strong: boolean;
    sibling: boolean;
    count: number;
    threshold: number;
    cycleLength: number;
    steps: number;
    /** A place; of `similar_query` a ticket. */
    like: number | undefined;
    at: number | undefined;
    sinceMs: number;
    waitedMs: number;
}
export interface CoreExplanation {
    seen: (typeof SEEN)[number];
    news: (typeof NEWS_WHYS)[number];
    poll: boolean;
    waits: boolean;
    /** A place. */
    sibling: number | undefined;
    ticket: number;
    /** 32 hex digits. */
    identity: string;
    verbatim: string;
    /** In the order of the configuration. */
    detectors: CoreExplained[];
}
export declare function readExplanation(memory: Memory): CoreExplanation;
