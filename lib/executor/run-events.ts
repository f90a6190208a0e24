import { attempt } from "../report/fail-open.ts";
import { type EventMap, tell } from "./event-bus.ts";
import type { RunContext } from "./run-context.ts";

/**
 * Emits an event on a run's bus. A context without a bus is an error on `loopguard:error`, and does not fail the call.
 */
export function emit<Name extends "tool.call" | "tool.result" | "loop.detected">(
  ctx: RunContext,
  event: Name,
  payload: Omit<EventMap[Name], "runId">,
): void {
  const act = () => tell(ctx.eventBus, event, { runId: ctx.runId, ...payload } as EventMap[Name]);
  attempt(act, undefined, "eventBus");
}
