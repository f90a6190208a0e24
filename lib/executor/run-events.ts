import { attempt } from "../report/fail-open.ts";
import { type EventMap, tell } from "./event-bus.ts";
import type { RunContext } from "./run-context.ts";

/** Tells a run's listeners. A context without a bus is told on `loopguard:error`, and no tool's result is lost for it. */
export function emit<Name extends "tool.call" | "tool.result" | "loop.detected">(
  ctx: RunContext,
  event: Name,
  payload: Omit<EventMap[Name], "runId">,
): void {
  const act = () => tell(ctx.eventBus, event, { runId: ctx.runId, ...payload } as EventMap[Name]);
  attempt(act, undefined, "eventBus");
}
