/** For `@openai/agents`: agents and function tools. Imports nothing of it. */
import type { AdapterOptions, DeskInput } from "../adapter/desk.ts";
import { GUARDED, hasMethods, hiddenMembers, marked } from "../adapter/guarded-objects.ts";
import { optionError } from "../base/errors.ts";
import { getOrAdd } from "../base/property.ts";
import { shownText } from "../base/value-text.ts";
import { deskFor } from "./framework-versions.ts";
import { ofRun, textMonitorOf } from "./openai-agents-model.ts";
import { guardTool, type RunContext, Runs } from "./openai-agents-tools.ts";

export { guardModelProvider } from "./openai-agents-model.ts";

/** `onAbort: "stop"`: the reason is the final output; an agent with an `outputType` throws even so. */
export type OpenAIAgentsGuardOptions = AdapterOptions;

interface AgentLike {
  readonly name: string;
  handoffs: object[];
  outputType?: unknown;
  model: unknown;
  toolUseBehavior: Behavior;
  getAllTools(context: RunContext, ...rest: unknown[]): Promise<object[]>;
  getEnabledHandoffs(context: RunContext): Promise<HandoffLike[]>;
  getSystemPrompt(context: RunContext): Promise<string | undefined>;
  clone(config: object): object;
}

interface HandoffLike {
  agent: object;
  readonly agentName: string;
  onInvokeHandoff(context: RunContext, args: string, ...rest: unknown[]): unknown;
  clone(overrides: object): object;
}

interface ToolResult {
  readonly type: string;
  readonly output?: unknown;
  readonly tool: { readonly name: string };
}

/** Whether to continue, or to end with this output. */
interface Next {
  isFinalOutput: boolean;
  isInterrupted: undefined;
  finalOutput?: string;
}

type BehaviorFunction = (context: RunContext, results: ToolResult[]) => Next | Promise<Next>;
type Behavior = "run_llm_again" | "stop_on_first_tool" | { stopAtToolNames: string[] } | BehaviorFunction;

/**
 * A guarded agent: its function tools, those of its MCP servers, and the agents that it can hand off to are guarded.
 * The original agent stays unchanged; the guarded one is of the same class and shares everything else with it,
 * listeners included. Each `run()` is its own run, and a handoff does not start another.
 *
 * @example
 * const agent = withLoopGuard(new Agent({ name: "Researcher", tools: [search] }));
 * await run(agent, "What is new?");
 */
export function withLoopGuard<A extends object>(agent: A, guard?: DeskInput, options?: OpenAIAgentsGuardOptions): A {
  if (!isAgent(agent)) throw optionError("type", "agent", agent, "an Agent of @openai/agents");
  const own = deskFor("@openai/agents", guard, options, { answers: true });
  const runs = new Runs(own, true);
  const monitor = textMonitorOf(own);
  const known = new WeakMap<object, object>();

  function guarded(original: object): object {
    if (GUARDED in original) return original;
    return getOrAdd(known, original, () => derive(original as object & AgentLike));
  }

  function guardedTarget(entry: object): object {
    if (isAgent(entry)) return guarded(entry);
    if (GUARDED in entry || !hasMethods<HandoffLike>(entry, "onInvokeHandoff")) return entry;
    return getOrAdd(known, entry, () => {
      const onInvokeHandoff: HandoffLike["onInvokeHandoff"] = async (...args) =>
        guarded((await entry.onInvokeHandoff(...args)) as object);
      return marked(entry.clone({ agent: guarded(entry.agent), onInvokeHandoff }));
    });
  }

  /** An object with the agent as its prototype: an instance of its class that follows all changes of the original. */
  function derive(original: object & AgentLike): object {
    const typed = (original.outputType ?? "text") !== "text";
    const throws = own.onAbort === "throw" || (own.onAbort === "stop" && typed);
    const tools = new WeakMap<object, object>();
    const agentOf = marked(Object.create(original) as object & AgentLike);
    let handoffs: object[] | undefined;
    let model: unknown;
    const methods = hiddenMembers({
      async getAllTools(this: AgentLike, context: RunContext, ...rest: unknown[]): Promise<object[]> {
        const all = await original.getAllTools.call(this, context, ...rest);
        const sdkRun = runs.of(context);
        sdkRun.lookups++;
        const guardedTools = all.map((tool) => getOrAdd(tools, tool, () => guardTool(tool, runs, throws)));
        return guardedTools.map((tool) => ofRun(tool, "parameters", sdkRun));
      },
      // The SDK clones an agent's own properties, so pass those of the original and those set on the guarded agent.
      clone(this: AgentLike, config: object): object {
        return guarded(original.clone({ ...this, ...config }));
      },
      ...guardedHandoffs(original, runs, throws),
      ...(throws ? {} : { toolUseBehavior: silentStop(runs, () => original.toolUseBehavior, typed) }),
    });
    const members = {
      get model(): unknown {
        return monitor(model ?? original.model);
      },
      set model(given: unknown) {
        model = given;
      },
      // Guarded on each read, because agents often refer to each other and so are added to the list later.
      get handoffs(): object[] {
        handoffs ??= [...original.handoffs];
        for (const [index, entry] of handoffs.entries()) handoffs[index] = guardedTarget(entry);
        return handoffs;
      },
      set handoffs(entries: object[]) {
        handoffs = [...entries];
      },
    };
    return Object.defineProperties(agentOf, { ...methods, ...Object.getOwnPropertyDescriptors(members) });
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
export function guardTools<T extends readonly object[]>(tools: T, guard?: DeskInput): T {
  const runs = new Runs(deskFor("@openai/agents", guard), false);
  return tools.map((tool) => guardTool(tool, runs, true)) as unknown as T;
}

/**
 * Members of an agent that judge its handoffs, for the detector `delegation`. The SDK asks the agent for its handoffs before each
 * request. A refused handoff stays with the agent that asked for it, whose next request has the message in its instructions, since
 * the SDK writes the handoff's output itself.
 */
function guardedHandoffs(
  agent: AgentLike,
  runs: Runs,
  throws: boolean,
): Pick<AgentLike, "getEnabledHandoffs" | "getSystemPrompt"> {
  /** By context: the message about a handoff that was refused, or that a warning came with. */
  const notes = new WeakMap<RunContext, string>();
  /** Contexts of runs that a handoff has ended. */
  const ended = new WeakSet<RunContext>();

  function guarded(handoff: HandoffLike, from: object): HandoffLike["onInvokeHandoff"] {
    return async (context, args, ...rest) => {
      const sdkRun = runs.of(context);
      sdkRun.run.name(agent.name);
      await sdkRun.enter();
      const entry = await sdkRun.run.delegate({ agent: handoff.agentName, handoff: true, task: args });
      // The next request ends the run, unless its model is a name.
      if (entry.end !== undefined && (throws || ended.has(context))) throw entry.end;
      if (entry.end !== undefined) ended.add(context);
      if (entry.message !== undefined) notes.set(context, entry.message);
      return entry.runs ? handoff.onInvokeHandoff(context, args, ...rest) : from;
    };
  }

  return {
    async getEnabledHandoffs(this: object, context) {
      const all = await agent.getEnabledHandoffs.call(this as AgentLike, context);
      return all.map((handoff) => {
        const own = handoff.clone({ onInvokeHandoff: guarded(handoff, this) });
        return ofRun(own, "inputJsonSchema", runs.of(context)) as HandoffLike;
      });
    },
    async getSystemPrompt(this: object, context) {
      runs.of(context).begin();
      const prompt = await agent.getSystemPrompt.call(this as AgentLike, context);
      const note = notes.get(context);
      notes.delete(context);
      return note === undefined ? prompt : [prompt ?? "", note].filter(Boolean).join("\n\n");
    },
  };
}

/** The agent's own behavior until a call is aborted; then the run ends with the reason as its output, or after its last request. */
function silentStop(runs: Runs, own: () => Behavior, typed: boolean): BehaviorFunction {
  return async (context, results) => {
    const { run } = runs.of(context);
    const { ended } = run;
    if (ended !== undefined && run.over) {
      if (typed) throw ended;
      return endWith(run.endText(ended));
    }
    if (ended !== undefined) {
      run.edit(); // of the last request
      return GO_ON;
    }
    const behavior = own();
    if (typeof behavior === "function") return behavior(context, results);
    const last = endingResult(behavior, results);
    return last?.type === "function_output" ? endWith(shownText(last.output)) : GO_ON;
  };
}

function endingResult(behavior: Exclude<Behavior, BehaviorFunction>, results: ToolResult[]): ToolResult | undefined {
  if (behavior === "run_llm_again") return undefined;
  if (behavior === "stop_on_first_tool") return results[0];
  return results.find(({ tool }) => behavior.stopAtToolNames.includes(tool.name));
}

const GO_ON: Next = { isFinalOutput: false, isInterrupted: undefined };
const endWith = (finalOutput: string): Next => ({ isFinalOutput: true, isInterrupted: undefined, finalOutput });

const isAgent = (value: object): value is AgentLike => hasMethods(value, "getAllTools");

export { findToolLoopError } from "../rules/tool-loop-error.ts";
