/** Helpers for the tests of the executor. */
import { z } from "zod";
import { EventBus, type EventMap } from "../../lib/executor/event-bus.ts";
import { RunContext, type RunContextOptions } from "../../lib/executor/run-context.ts";
import type { GivenTool, ToolCall, ToolDef } from "../../lib/executor/tool-types.ts";

export function makeTool(name: string, execute: ToolDef["execute"], more: Partial<GivenTool> = {}): ToolDef {
  const tool: GivenTool = { name, description: `does ${name}`, parameters: z.looseObject({}), execute, ...more };
  return tool as ToolDef;
}

let ids = 0;
export function makeCall(name: string, args: Record<string, unknown> = {}): ToolCall {
  return { id: `call_${++ids}`, name, arguments: args };
}

const NAMES = ["tool.call", "tool.result", "tool.approval.request", "tool.approval.response", "loop.detected"] as const;

/** A context, and the list of its events. */
export function recorded(options: Partial<RunContextOptions> = {}) {
  const eventBus = new EventBus();
  const events: [keyof EventMap, unknown][] = [];
  for (const name of NAMES) eventBus.on(name, (payload) => events.push([name, payload]));
  const ctx = new RunContext({ runId: "run-1", sessionId: "s-1", eventBus, ...options });
  const resultTexts = () =>
    events.filter(([name]) => name === "tool.result").map(([, payload]) => (payload as { result: string }).result);
  return { ctx, eventBus, events, resultTexts };
}

/** A promise with its resolve and reject. */
export function deferred<T = void>() {
  let resolve!: (value: T) => void;
  let reject!: (error: unknown) => void;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
