/** Guards tools by Mastra's tool hooks alone, for agents to which no processor can be added. */
import { getOrAdd } from "../base/get-or-add.ts";
import type { LoopCall, LoopRun } from "../base/types.ts";
import type { GuardInput } from "../guard/guard-of.ts";
import type { LoopGuard } from "../guard/loop-guard.ts";
import { guardFor } from "./framework-versions.ts";
import { callOf as loopCall } from "./guarded-run.ts";
import { type Failure, failureOf, isJudged, outcomeOf } from "./mastra-tools.ts";

/** The argument of a hook, as far as it is read here. */
export interface HookContext {
  readonly toolName: string;
  readonly input: unknown;
  /** The context that the tool receives. */
  readonly context: unknown;
  readonly metadata?: Record<string, unknown>;
}

export interface ToolLoopHooks {
  beforeToolCall(context: HookContext): { proceed: false; output: unknown } | undefined;
  afterToolCall(context: HookContext & { readonly output?: unknown; readonly error?: unknown }): void;
}

/** The part of a tool's context that is read here. */
interface ToolContext {
  readonly toolCallId?: unknown;
  readonly requestContext?: unknown;
}

/**
 * Hooks that refuse calls, for an agent or for one `generate` or `stream`. Hooks cannot change a tool's output or end a
 * run: warnings only reach `onDetection`, and after an abort every call is refused. The calls of an agent with one
 * request context are a run, and calls in progress at the same time are a round. Calls that a `ToolLoopProcessor`
 * guards are left to it.
 *
 * @example
 * await agent.generate(prompt, { hooks: toolLoopHooks(guard), maxSteps: 10 });
 */
export function toolLoopHooks(guard?: GuardInput): ToolLoopHooks {
  const runs = new HookedRuns(guardFor("@mastra/core", guard));
  return {
    beforeToolCall(context) {
      if (isJudged(context.context)) return undefined;
      const output = runs.of(context).before(callOf(context));
      return output === undefined ? undefined : { proceed: false, output };
    },
    afterToolCall(context) {
      if (isJudged(context.context)) return;
      const { output, error } = context;
      runs.of(context).after(callOf(context), error === undefined ? outcomeOf(output) : { error });
    },
  };
}

class HookedRun {
  readonly #run: LoopRun;
  #going = 0;

  constructor(run: LoopRun) {
    this.#run = run;
  }

  /** Judges a call; gives the output that replaces it, if it is refused. */
  before(call: LoopCall): unknown {
    if (this.#run.tripped !== null) return { error: true, message: this.#run.tripped.message } satisfies Failure;
    if (this.#going === 0) this.#run.beginRound();
    const verdict = this.#run.before(call);
    if (!verdict.allowed) return "replay" in verdict ? verdict.replay : failureOf(verdict);
    this.#going++;
    return undefined;
  }

  after(call: LoopCall, outcome: { result?: unknown; error?: unknown }): void {
    this.#going = Math.max(0, this.#going - 1);
    this.#run.after(call, outcome);
  }
}

/** Runs by request context and agent: sub-agents have the same request context. */
class HookedRuns {
  readonly #guard: LoopGuard;
  readonly #byContext = new WeakMap<object, Map<unknown, HookedRun>>();
  /** The runs of calls without a request context. */
  readonly #others = new Map<unknown, HookedRun>();

  constructor(guard: LoopGuard) {
    this.#guard = guard;
  }

  of({ context, metadata }: HookContext): HookedRun {
    const { requestContext } = (context ?? {}) as ToolContext;
    const hasContext = typeof requestContext === "object" && requestContext !== null;
    const runs = hasContext ? getOrAdd(this.#byContext, requestContext, () => new Map()) : this.#others;
    return getOrAdd(runs, metadata?.["agentId"], () => new HookedRun(this.#guard.run({})));
  }
}

function callOf({ toolName, input, context }: HookContext): LoopCall {
  const { toolCallId } = (context ?? {}) as ToolContext;
  return loopCall(toolCallId, toolName, input);
}
