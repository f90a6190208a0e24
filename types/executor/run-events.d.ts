import { type EventMap } from "./event-bus.ts";
import type { RunContext } from "./run-context.ts";
/**
 * Emits an event on a run's bus. A context without a bus is an error on `loopguard:error`, and does not fail the call.
 */
export declare function emit<Name extends "tool.call" | "tool.result" | "loop.detected">(ctx: RunContext, event: Name, payload: Omit<EventMap[Name], "runId">): void;
