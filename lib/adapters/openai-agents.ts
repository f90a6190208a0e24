/**
 * For `@openai/agents`: agents and function tools. Imports nothing of it.
 *
 * `warn` is added to the tool's output. `hint` and `ask` are the output, in place of a call. `abort` ends the run with the
 * SDK's `ToolCallError`, in which `findToolLoopError` finds ours.
 */
import { optionError } from "../base/errors.ts";
import { type GuardInput, guardOf } from "../guard/guard-of.ts";
import { Runs } from "./openai-agents-calls.ts";
import { type Behavior, quietStop } from "./openai-agents-stop.ts";
import { GUARDED, guardTool } from "./openai-agents-tools.ts";

export interface OpenAIAgentsGuardOptions {
  /**
   * `"throw"`: the run rejects, and a stream throws, with an error that `findToolLoopError` finds ours in. `"stop"`: the
   * run ends with the reason as its final output, and `findToolLoopError(result)` says why; an agent whose output has a
   * type throws all the same. Default `"throw"`.
   */
  onAbort?: "throw" | "stop";
}

/** What is used of an `Agent`. */
interface AgentLike {
  handoffs: object[];
  outputType?: unknown;
  toolUseBehavior: Behavior;
  getAllTools(context: object, ...rest: unknown[]): Promise<object[]>;
  clone(config: object): object;
}

/** What is used of a `Handoff`. */
interface HandoffLike {
  agent: object;
  onInvokeHandoff(...args: unknown[]): unknown;
  clone(overrides: object): object;
}

/**
 * The agent with a guard over its function tools, those of its MCP servers included, and over the agents that it can hand
 * off to. The agent given stays as it is; the guarded one is an agent of the same class that shares everything else with
 * it, listeners too. Each `run()` is a run of its own, and handing off does not start another.
 *
 * @example
 * const agent = guardAgent(new Agent({ name: "Researcher", tools: [search] }));
 * await run(agent, "What is new?");
 */
export function guardAgent<A extends object>(
  agent: A,
  guard?: GuardInput,
  { onAbort = "throw" }: OpenAIAgentsGuardOptions = {},
): A {
  if (!isAgent(agent)) throw optionError("type", "agent", agent, "an Agent of @openai/agents");
  const runs = new Runs(guardOf(guard));
  const known = new WeakMap<object, object>();

  function guarded(original: object): object {
    if (GUARDED in original) return original;
    return once(known, original, () => derive(original as object & AgentLike));
  }

  function guardedTarget(entry: object): object {
    if (isAgent(entry)) return guarded(entry);
    if (GUARDED in entry || !isHandoff(entry)) return entry;
    return once(known, entry, () => {
      const onInvokeHandoff = async (...args: unknown[]): Promise<object> =>
        guarded((await entry.onInvokeHandoff(...args)) as object);
      return mark(entry.clone({ agent: guarded(entry.agent), onInvokeHandoff }));
    });
  }

  /** An object that has the agent for a prototype: an instance of its class, and what changes there changes here. */
  function derive(original: object & AgentLike): object {
    const throws = onAbort === "throw" || (original.outputType ?? "text") !== "text";
    const tools = new WeakMap<object, object>();
    const agentOf = mark(Object.create(original) as object & AgentLike);
    let handoffs: object[] | undefined;
    const hidden = { configurable: true, writable: true, enumerable: false };
    Object.defineProperties(agentOf, {
      getAllTools: {
        ...hidden,
        async value(this: AgentLike, context: object, ...rest: unknown[]): Promise<object[]> {
          const all = await original.getAllTools.call(this, context, ...rest);
          runs.of(context).modelIsAsked();
          return all.map((tool) => once(tools, tool, () => guardTool(tool, runs, throws)));
        },
      },
      clone: {
        ...hidden,
        // The SDK makes a clone from the agent's own properties: the original's, and those set on the guarded one since.
        value(this: AgentLike, config: object): object {
          return guarded(original.clone({ ...this, ...config }));
        },
      },
      handoffs: {
        configurable: true,
        enumerable: true,
        // A list of its own, guarded as it is read, so that agents may still be added to it: they often refer to each other.
        get(): object[] {
          handoffs ??= [...original.handoffs];
          for (const [index, entry] of handoffs.entries()) handoffs[index] = guardedTarget(entry);
          return handoffs;
        },
        set(entries: object[]) {
          handoffs = [...entries];
        },
      },
    });
    if (!throws)
      Object.defineProperty(agentOf, "toolUseBehavior", {
        ...hidden,
        value: quietStop(runs, () => original.toolUseBehavior),
      });
    return agentOf;
  }

  return guarded(agent) as A;
}

/**
 * The tools with a guard over them: copies, for an agent of your own making. Tools that the SDK runs no guardrails for
 * (hosted tools, shell, computer and patch tools) are given back as they are.
 *
 * @example
 * const agent = new Agent({ name: "Researcher", tools: guardTools([search, fetchPage]) });
 */
export function guardTools<T extends readonly object[]>(tools: T, guard?: GuardInput): T {
  const runs = new Runs(guardOf(guard));
  return tools.map((tool) => guardTool(tool, runs, true)) as unknown as T;
}

/** What stands for an object: always the same for the same. */
function once(known: WeakMap<object, object>, original: object, make: () => object): object {
  const made = known.get(original) ?? make();
  known.set(original, made);
  return made;
}

function mark<T extends object>(made: T): T {
  return Object.defineProperty(made, GUARDED, { value: true });
}

function isAgent(value: object): value is AgentLike {
  return typeof (value as Partial<AgentLike> | null | undefined)?.getAllTools === "function";
}

function isHandoff(value: object): value is HandoffLike {
  return typeof (value as Partial<HandoffLike>).onInvokeHandoff === "function";
}
