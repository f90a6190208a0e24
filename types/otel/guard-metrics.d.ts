/** Metrics from the `stats()` of guards, read whenever metrics are collected. */
import type { Meter } from "@opentelemetry/api";
import type { LoopGuardStats } from "../base/types.ts";
/** A `LoopGuard`, or one run of it. */
export interface ObservedGuard {
    stats(): LoopGuardStats;
}
/** Guards by name; `undefined`: the guard is gone, and is removed at the next collection. */
export type ObservedGuards = Map<string, ObservedGuard | undefined>;
/** Observes `guards` until the returned function is called. Closed guards are removed. */
export declare function observeGuards(meter: Meter, guards: ObservedGuards): () => void;
