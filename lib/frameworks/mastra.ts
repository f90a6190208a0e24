/** For Mastra, `@mastra/core`. Imports nothing of it. */
import type { AgentRun } from "../adapter/agent-run.ts";
import type { AdapterOptions, Desk, DeskInput } from "../adapter/desk.ts";
import { callOf as loopCall, mapTools } from "../adapter/parts.ts";
import { type Awaitable, chain, getOrAdd, property } from "../base/property.ts";
import type { LoopCall, LoopOutcome } from "../base/types.ts";
import { steppedModel } from "./ai-sdk-model.ts";
import type { Step } from "./ai-sdk-steps.ts";
import { deskFor } from "./framework-versions.ts";
import { failureOf, guardTool, isJudged, MastraRun, type MessageList, outcomeOf } from "./mastra-tools.ts";

/**
 * How an abort ends the run. `"throw"`: `generate` rejects with the `ToolLoopError`, or a copy of it; a stream has an
 * error part, and its promises reject. `"stop"`: the run ends with a tripwire, and `findToolLoopError(result)` gets
 * the error. `"answer"`: with the model's response to one last request, and the same of the result.
 */
export type MastraGuardOptions = AdapterOptions;

/** What a run is known by, of the arguments of a processor. */
interface Place {
  /** Mastra keeps one such object for each processor and run; code around a processor may pass a copy. */
  readonly state: object;
  readonly messageList?: MessageList;
}

/** The arguments of `processOutputResult` that are used here. */
export interface OutputResult extends Pick<InputStep, "messageList" | "abort"> {
  readonly messages: readonly unknown[];
}

/** The arguments of `processInputStep` that are used here. */
export interface InputStep extends Place {
  readonly messageList: MessageList;
  readonly steps: readonly Step[];
  readonly tools?: Record<string, unknown> | undefined;
  readonly model?: unknown;
  abort(reason?: string, options?: { retry?: boolean; metadata?: unknown }): never;
}

/**
 * The config of an agent whose tools are all guarded, those of toolsets, workspaces and memory included. Each
 * `generate` or `stream` is its own run, also when several are in progress, and so is each of a sub-agent. If a call passes
 * processors of its own in place of the agent's, its tools are refused by hooks.
 *
 * @example
 * const agent = new Agent(withLoopGuard({ id, name, instructions, model, tools }));
 */
export function withLoopGuard<Config extends object>(
  agentConfig: Config,
  guard?: DeskInput,
  options?: MastraGuardOptions,
): Config {
  const processor = new ToolLoopProcessor(guard, options);
  const own = agentConfig as {
    inputProcessors?: unknown;
    outputProcessors?: unknown;
    hooks?: Partial<ToolLoopHooks>;
  };
  const all = (processors: unknown): unknown[] => [...((processors as unknown[] | undefined) ?? []), processor];
  const withOurs = (given: unknown): unknown =>
    typeof given === "function" ? async (...args: unknown[]) => all(await given(...args)) : all(given);
  return {
    ...agentConfig,
    inputProcessors: withOurs(own.inputProcessors),
    outputProcessors: withOurs(own.outputProcessors),
    hooks: toolLoopHooks(processor.desk.guard ?? guard, own.hooks),
  };
}

/**
 * The input processor behind `withLoopGuard`, which guards the tools of every step. Put it last in the list, after
 * processors that add tools. Processors passed to `generate` replace those of the agent.
 *
 * @example
 * const ours = new ToolLoopProcessor(guard);
 * await agent.generate(prompt, { inputProcessors: [ours], outputProcessors: [ours] });
 */
export class ToolLoopProcessor {
  readonly id: string = "tool-loop";
  readonly name: string = "Tool loop guard";
  /** @internal */
  readonly desk: Desk;
  readonly #runs = new WeakMap<object, MastraRun>();

  /** Throws `ERR_LOOPGUARD_OPTION` for invalid options. */
  constructor(guard?: DeskInput, options?: MastraGuardOptions) {
    this.desk = deskFor("@mastra/core", guard, options, { answers: true });
  }

  /** Called before each step. Replaces the tools of the step by guarded ones, and the model by one whose texts are read. */
  async processInputStep(given: InputStep): Promise<{ tools?: Record<string, unknown>; model?: never } | undefined> {
    const { messageList, steps, tools, model, abort } = given;
    const run = this.#runOf(given);
    await run.beginStep(steps, messageList);
    const end = run.own.ended;
    run.told = end !== undefined;
    // Here a thrown error would lose its name and fields.
    if (end !== undefined && run.own.onAbort !== "throw" && run.own.over)
      abort(end.message, { retry: false, metadata: end });
    const asked = steppedModel(model, run.own);
    const models = asked === model ? {} : { model: asked as never };
    return {
      ...models,
      ...(tools && { tools: mapTools(tools as Record<string, object>, (name, tool) => guardTool(name, tool, run)) }),
    };
  }

  /** Called last before a model request: the one place where a thrown error ends the run and stays as it is. */
  processLLMRequest(given: Place): undefined {
    this.#runOf(given).own.throwIfEnded();
  }

  /** The run is over. After an abort in the last of `maxSteps` steps no other hook is called. */
  processOutputResult({ messageList, messages, abort }: OutputResult): never {
    const run = this.#runs.get(messageList);
    const end = run?.told === false ? run.own.ended : undefined;
    if (end !== undefined) abort(end.message, { retry: false, metadata: end });
    return messages as never;
  }

  #runOf({ state, messageList = state as MessageList }: Place): MastraRun {
    const run = this.#runs.get(state) ?? this.#runs.get(messageList) ?? new MastraRun(this.desk.run(state));
    for (const key of [state, messageList]) this.#runs.set(key, run);
    return run;
  }
}

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

export { findToolLoopError } from "../rules/tool-loop-error.ts";
export type { Step } from "./ai-sdk-steps.ts";
export type { MessageList } from "./mastra-tools.ts";
