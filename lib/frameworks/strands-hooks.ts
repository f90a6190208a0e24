/** Hooks of a Strands agent, also of one that another copy of the SDK in the process has made. */
import {
  AfterInvocationEvent,
  AfterModelCallEvent,
  AfterToolCallEvent,
  AfterToolsEvent,
  Agent,
  AgentResultEvent,
  BeforeInvocationEvent,
  BeforeModelCallEvent,
  BeforeToolCallEvent,
  BeforeToolsEvent,
  type LocalAgent,
} from "@strands-agents/sdk";
import { publishError } from "../rules/diagnostics.ts";

/** Orders before and after all of the SDK's own: to see what the model requested, and what it will receive. */
export const FIRST = { order: -100 };
export const LAST = { order: 100 };

/** By what their `type` says, which is the same in every copy of the SDK. */
interface Events {
  afterInvocationEvent: AfterInvocationEvent;
  afterModelCallEvent: AfterModelCallEvent;
  afterToolCallEvent: AfterToolCallEvent;
  afterToolsEvent: AfterToolsEvent;
  agentResultEvent: AgentResultEvent;
  beforeInvocationEvent: BeforeInvocationEvent;
  beforeModelCallEvent: BeforeModelCallEvent;
  beforeToolCallEvent: BeforeToolCallEvent;
  beforeToolsEvent: BeforeToolsEvent;
}
type EventClass = abstract new (...args: never[]) => object;

const EVENTS: { readonly [K in keyof Events]: EventClass } = {
  afterInvocationEvent: AfterInvocationEvent,
  afterModelCallEvent: AfterModelCallEvent,
  afterToolCallEvent: AfterToolCallEvent,
  afterToolsEvent: AfterToolsEvent,
  agentResultEvent: AgentResultEvent,
  beforeInvocationEvent: BeforeInvocationEvent,
  beforeModelCallEvent: BeforeModelCallEvent,
  beforeToolCallEvent: BeforeToolCallEvent,
  beforeToolsEvent: BeforeToolsEvent,
};

export interface Hook {
  readonly type: string;
  add(agent: LocalAgent, event?: EventClass): void;
}

export function hook<K extends keyof Events>(
  type: K,
  callback: (event: Events[K]) => void | Promise<void>,
  options: { order: number },
): Hook {
  return {
    type,
    add: (agent, event = EVENTS[type]) => void agent.addHook(event as never, callback as never, options),
  };
}

/** The list of an agent's hooks, which the SDK keeps by the classes of events. */
interface Registry {
  invokeCallbacks(event: { readonly type: string; readonly constructor: unknown }): Promise<unknown>;
}

/**
 * Adds hooks to an agent. The SDK finds them by the class of an event, and those of another copy have other classes, which nothing
 * gives away: so hooks are then added when the first event of each class comes.
 */
export function addHooks(agent: LocalAgent, hooks: readonly Hook[]): void {
  const registry = (agent as { _hooksRegistry?: Registry })._hooksRegistry;
  if (agent instanceof Agent || typeof registry?.invokeCallbacks !== "function") {
    for (const { add } of hooks) add(agent);
    if (!(agent instanceof Agent)) publishError(new Error(UNKNOWN_AGENT), "version");
    return;
  }
  const invoke = registry.invokeCallbacks;
  const known = new Set<unknown>();
  registry.invokeCallbacks = function (this: Registry, event) {
    const own = event.constructor;
    if (!known.has(own)) {
      known.add(own);
      for (const { type, add } of hooks) if (type === event.type) add(agent, own as EventClass);
    }
    return invoke.call(this, event);
  };
}

const UNKNOWN_AGENT =
  "This agent was not made by the copy of @strands-agents/sdk that loopguard/strands imports, and has no hooks that it knows. " +
  "If no loop is found in it, have one copy only (npm ls @strands-agents/sdk)";
