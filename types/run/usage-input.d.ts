/** Prepares what a model response has used for the core. */
import type { LoopUsage } from "../base/types.ts";
import { type Event } from "../core/event.ts";
import type { GuardEngine } from "./guard-engine.ts";
/** The event; `undefined`: there is nothing to count. An amount that is no number from 0 up is published, and is 0. */
export declare function readUsage(engine: GuardEngine, usage: LoopUsage): Event | undefined;
