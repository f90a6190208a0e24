/** What guards say of themselves, read whenever metrics are collected. */
import type { Meter } from "@opentelemetry/api";
import type { LoopGuardStats } from "../base/types.ts";
/** A `LoopGuard`, or one run of it. */
export interface ObservedGuard {
    stats(): LoopGuardStats;
}
/** By name; `undefined`: it was here, and is to be taken out. */
export type ObservedGuards = Map<string, ObservedGuard | undefined>;
/** Observes `guards` until the function that it gives is called. A guard that is closed is taken out. */
export declare function observeGuards(meter: Meter, guards: ObservedGuards): () => void;
