import type { LoopUsage } from "../base/types.ts";
import { type Event } from "../core/event.ts";
import type { GuardEngine } from "./guard-engine.ts";
/** The amounts of `given`; `undefined`: there is none. What is no amount is left out, and told to `tell`. */
export declare function usageIn(given: unknown, tell?: (error: TypeError) => void): LoopUsage | undefined;
/** Those of the tokens that were read from the provider's cache, from the usage record of any provider. */
export declare function cachedOf(usage: unknown): number | undefined;
/** The first number among these members. */
export declare function numberIn(fields: unknown, names: readonly string[]): number | undefined;
/** What a provider's own response, or a part of its stream, says that has been used: of OpenAI's two APIs, or Google's. */
export declare function providerUsage(response: unknown): LoopUsage | undefined;
/** The event for budgets; `undefined`: there is nothing to count. What is no number from 0 up is published, and left out. */
export declare function readUsage(engine: GuardEngine, given: unknown): Event | undefined;
/** Tells once that the host, of which `open` calls of a run are at work, does not call `after`, or does not call `usage`. */
export declare function tellUntold(engine: GuardEngine, open: number): void;
