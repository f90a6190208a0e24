/**
 * For `@openai/agents`: agents and function tools. Imports nothing of it.
 *
 * `warn`: the message is added to the tool's output. `hint` and `ask`: the tool is not called, and the message is its
 * output. `abort`: the run ends with the SDK's `ToolCallError`, from which `findToolLoopError` gets the
 * `ToolLoopError`.
 */
import { optionError } from "../base/errors.ts";
import { getOrAdd } from "../base/get-or-add.ts";
import type { GuardInput } from "../guard/guard-of.ts";
import { guardFor } from "./framework-versions.ts";
import { Runs } from "./openai-agents-calls.ts";
import { guardHandoffs } from "./openai-agents-handoffs.ts";
import { type Behavior, quietStop } from "./openai-agents-stop.ts";
import { ModelTexts } from "./openai-agents-text.ts";
import { GUARDED, guardTool } from "./openai-agents-tools.ts";

export { type AgentModelProvider, guardModelProvider } from "./openai-agents-text.ts";

export interface OpenAIAgentsGuardOptions {
  /**
   * How an abort ends the run. `"throw"`: the run rejects, and a stream throws, with an error that contains the
   * `ToolLoopError`; `findToolLoopError(error)` gets it. `"stop"`: the run ends with the reason as its final output,
   * and `findToolLoopError(result)` gets the error; an agent with an `outputType` throws even so. Default `"throw"`.
   */
  onAbort?: "throw" | "stop";
}

/** The part of an `Agent` that is used here. */
interface AgentLike {
  handoffs: object[];
  outputType?: unknown;
  model: unknown;
  toolUseBehavior: Behavior;
  getAllTools(context: object, ...rest: unknown[]): Promise<object[]>;
  clone(config: object): object;
}

/** The part of a `Handoff` that is used here. */
interface HandoffLike {
  agent: object;
  onInvokeHandoff(...args: unknown[]): unknown;
  clone(overrides: object): object;
}

/**
 * A guarded agent: its function tools, those of its MCP servers, and the agents that it can hand off to are guarded.
 * The original agent stays unchanged; the guarded one is of the same class and shares everything else with it,
 * listeners included. Each `run()` is its own run, and a handoff does not start another. Throws `ERR_LOOPGUARD_OPTION`
 * for invalid options.
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
  const ownGuard = guardFor("@openai/agents", guard);
  const runs = new Runs(ownGuard);
  const texts = new ModelTexts(ownGuard, onAbort);
  const known = new WeakMap<object, object>();

  function guarded(original: object): object {
    if (GUARDED in original) return original;
    return getOrAdd(known, original, () => derive(original as object & AgentLike));
  }

  function guardedTarget(entry: object): object {
    if (isAgent(entry)) return guarded(entry);
    if (GUARDED in entry || !isHandoff(entry)) return entry;
    return getOrAdd(known, entry, () => {
      const onInvokeHandoff = async (...args: unknown[]): Promise<object> =>
        guarded((await entry.onInvokeHandoff(...args)) as object);
      return mark(entry.clone({ agent: guarded(entry.agent), onInvokeHandoff }));
    });
  }

  /** An object with the agent as its prototype: an instance of its class that follows all changes of the original. */
  function derive(original: object & AgentLike): object {
    const throws = onAbort === "throw" || (original.outputType ?? "text") !== "text";
    const tools = new WeakMap<object, object>();
    const agentOf = mark(Object.create(original) as object & AgentLike);
    let handoffs: object[] | undefined;
    let model: unknown;
    const hidden = { configurable: true, writable: true, enumerable: false };
    Object.defineProperties(agentOf, {
      ...guardHandoffs(original, runs),
      getAllTools: {
        ...hidden,
        async value(this: AgentLike, context: object, ...rest: unknown[]): Promise<object[]> {
          const all = await original.getAllTools.call(this, context, ...rest);
          runs.of(context).expectResponse();
          return all.map((tool) => getOrAdd(tools, tool, () => guardTool(tool, runs, throws)));
        },
      },
      clone: {
        ...hidden,
        // The SDK clones an agent's own properties, so pass those of the original and those set on the guarded agent.
        value(this: AgentLike, config: object): object {
          return guarded(original.clone({ ...this, ...config }));
        },
      },
      model: {
        configurable: true,
        enumerable: true,
        get: (): unknown => texts.watch(model ?? original.model),
        set(given: unknown) {
          model = given;
        },
      },
      handoffs: {
        configurable: true,
        enumerable: true,
        // Guarded on each read, because agents often refer to each other and so are added to the list later.
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
 * Guarded copies of tools, for an agent that you make yourself. Tools for which the SDK runs no guardrails (hosted
 * tools, shell, computer and patch tools) are returned unchanged.
 *
 * @example
 * const agent = new Agent({ name: "Researcher", tools: guardTools([search, fetchPage]) });
 */
export function guardTools<T extends readonly object[]>(tools: T, guard?: GuardInput): T {
  const runs = new Runs(guardFor("@openai/agents", guard));
  return tools.map((tool) => guardTool(tool, runs, true)) as unknown as T;
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

export { findToolLoopError } from "../wrap/find-tool-loop-error.ts";
