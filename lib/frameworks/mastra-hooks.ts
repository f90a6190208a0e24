/** Guards tools by Mastra's tool hooks alone, for agents to which no processor can be added. */
import type { AgentRun } from "../adapter/agent-run.ts";
import type { Desk, DeskInput } from "../adapter/desk.ts";
import { callOf as loopCall } from "../adapter/parts.ts";
import { type Awaitable, chain, getOrAdd, property } from "../base/property.ts";
import type { LoopCall, LoopOutcome } from "../base/types.ts";
import { deskFor } from "./framework-versions.ts";
import { failureOf, isJudged, outcomeOf } from "./mastra-tools.ts";

/** The argument of a hook, as far as it is read here. */
export interface HookContext {
  readonly toolName: string;
  readonly input: unknown;
  /** The context that the tool receives. */
  readonly context: unknown;
  readonly metadata?: Record<string, unknown>;
}

export interface ToolLoopHooks {
  beforeToolCall(context: HookContext): Awaitable<{ proceed: false; output: unknown } | undefined>;
  afterToolCall(context: HookContext & { readonly output?: unknown; readonly error?: unknown }): Awaitable<void>;
}

/**
 * Hooks that refuse calls, for an agent or for one `generate` or `stream`. Hooks cannot change a tool's output or end a
 * run: warnings only reach `onDetection`, and after an abort every call is refused. The calls of an agent with one
 * request context are a run, and calls in progress at the same time are a round. Calls that a `ToolLoopProcessor`
 * guards are left to it. `own`: your own hooks, which see the calls that run.
 *
 * @example
 * await agent.generate(prompt, { hooks: toolLoopHooks(guard), maxSteps: 10 });
 */
export function toolLoopHooks(guard?: DeskInput, own: Partial<ToolLoopHooks> = {}): ToolLoopHooks {
  const runOf = hookedRuns(deskFor("@mastra/core", guard));
  return {
    ...own,
    beforeToolCall(context) {
      const refused = isJudged(context.context) ? undefined : runOf(context).before(callOf(context));
      return chain(refused, (refusal) => refusal ?? own.beforeToolCall?.(context));
    },
    afterToolCall(context) {
      const { output, error } = context;
      const told = isJudged(context.context)
        ? undefined
        : runOf(context).after(callOf(context), error === undefined ? outcomeOf(output) : { error });
      return chain(told, () => own.afterToolCall?.(context));
    },
  };
}

/** The calls of one run, which are a round while any of them is under way. */
class HookedRun {
  readonly #run: AgentRun;
  #going = 0;

  constructor(run: AgentRun) {
    this.#run = run;
  }

  /** Judges a call; gives what replaces it, if it is refused. */
  before(call: LoopCall): Awaitable<{ proceed: false; output: unknown } | undefined> {
    if (this.#going === 0) this.#run.round();
    return chain(this.#run.before(call), (entry) => {
      if (!entry.runs) return { proceed: false, output: "replay" in entry ? entry.replay : failureOf(entry) };
      this.#going++;
      return undefined;
    });
  }

  after(call: LoopCall, outcome: LoopOutcome): Awaitable<unknown> {
    this.#going = Math.max(0, this.#going - 1);
    return this.#run.after(call, outcome);
  }
}

/** Finds runs by request context and agent: sub-agents have the same request context. */
function hookedRuns({ run }: Desk): (context: HookContext) => HookedRun {
  const byContext = new WeakMap<object, Map<unknown, HookedRun>>();
  const others = new Map<unknown, HookedRun>(); // of calls without a request context
  return ({ context, metadata }) => {
    const requestContext = property(context, "requestContext");
    const hasContext = typeof requestContext === "object" && requestContext !== null;
    const runs = hasContext ? getOrAdd(byContext, requestContext, () => new Map()) : others;
    return getOrAdd(runs, metadata?.["agentId"], () => new HookedRun(run()));
  };
}

function callOf({ toolName, input, context }: HookContext): LoopCall {
  return loopCall(property(context, "toolCallId"), toolName, input);
}
