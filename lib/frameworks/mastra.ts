/** For Mastra, `@mastra/core`. Imports nothing of it. */
import { type AgentRun, callOf } from "../adapter/agent-run.ts";
import type { AdapterOptions, Desk, DeskInput } from "../adapter/desk.ts";
import { mapTools, withMembers } from "../adapter/guarded-objects.ts";
import { type Refusal, type ResultForm, refusalText, WAITS } from "../adapter/result-form.ts";
import { checkSettings } from "../base/check-option.ts";
import { type Awaitable, chain, getOrAdd, orElse, property, remember } from "../base/property.ts";
import type { LoopCall, LoopOutcome } from "../base/types.ts";
import { withMessage, withParagraph } from "../guard/with-message.ts";
import { attempt } from "../rules/verdict.ts";
import { steppedModel } from "./ai-sdk-model.ts";
import { type ModelOutput, withNote } from "./ai-sdk-output.ts";
import { type Part, type Step, steppedMessage } from "./ai-sdk-steps.ts";
import { deskFor } from "./framework-versions.ts";

/** `onAbort: "throw"`: `generate` may reject with a copy of the error. `"stop"`: the run ends with a tripwire. */
export type MastraGuardOptions = AdapterOptions;

/** What a run is known by, of the arguments of a processor. */
interface Place {
  /** Mastra keeps one such object for each processor and run; code around a processor may pass a copy. */
  readonly state: object;
  readonly messageList?: MessageList;
}

/** The arguments of `processInputStep` that are used here. */
export interface InputStep extends Place {
  readonly messageList: MessageList;
  readonly messages?: readonly unknown[];
  readonly steps: readonly Step[];
  readonly tools?: Record<string, unknown> | undefined;
  readonly model?: unknown;
  abort(reason?: string, options?: { retry?: boolean; metadata?: unknown }): never;
}

/**
 * The config of an agent whose tools are all guarded, those of toolsets, workspaces and memory included. Each `generate` or `stream`
 * is its own run. If a call passes processors of its own in place of the agent's, its tools are refused by hooks.
 *
 * @example
 * const agent = new Agent(withLoopGuard({ id, name, instructions, model, tools }));
 */
export function withLoopGuard<Config extends object>(
  agentConfig: Config,
  guard?: DeskInput,
  options?: MastraGuardOptions,
): Config {
  checkSettings(agentConfig, "agentConfig", "what new Agent() takes");
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
  /** An object for each response, by the ids of calls that have reached a tool, also in runs before, whose messages Mastra joins. */
  readonly #rounds = new Map<unknown, object>();

  /** Throws `ERR_LOOPGUARD_OPTION` for invalid options. */
  constructor(guard?: DeskInput, options?: MastraGuardOptions) {
    this.desk = deskFor("@mastra/core", guard, options, { answers: true });
  }

  /** Called before each step. Replaces the tools of the step by guarded ones, and the model by one whose texts are read. */
  async processInputStep(given: InputStep): Promise<{ tools?: Record<string, unknown>; model?: never } | undefined> {
    const { messageList, steps, tools, model, abort } = given;
    const run = this.#runOf(given);
    // A run that was suspended, for a human, has its steps, and goes on as one that begins anew.
    const messages = given.messages?.map((message) =>
      steps.length > 0 ? message : steppedMessage(message, this.#rounds),
    );
    run.own.begin(messageList, messages);
    await run.beginStep(steps, messageList);
    const end = run.own.ended;
    run.reported = end !== undefined;
    // Here a thrown error would lose its name and fields.
    if (end !== undefined && run.own.onAbort !== "throw" && run.own.over)
      abort(end.message, { retry: false, metadata: end });
    const asked = steppedModel(model, run.own);
    return {
      ...(asked === model ? {} : { model: asked as never }),
      ...(tools && {
        tools: mapTools(tools as Record<string, object>, (name, tool) => guardTool(name, tool, run)),
      }),
    };
  }

  /** Called last before a model request: the one place where a thrown error ends the run and stays as it is. */
  processLLMRequest(given: Place): undefined {
    this.#runOf(given).own.throwIfEnded();
  }

  /** The run is over. After an abort in the last of `maxSteps` steps no other hook is called. */
  processOutputResult({ messageList, messages, abort }: Omit<InputStep, "state" | "steps">): never {
    const run = this.#runs.get(messageList);
    const end = run?.reported === false ? run.own.ended : undefined;
    if (end !== undefined) abort(end.message, { retry: false, metadata: end });
    return messages as never;
  }

  #runOf({ state, messageList = state as MessageList }: Place): MastraRun {
    const run =
      this.#runs.get(state) ?? this.#runs.get(messageList) ?? new MastraRun(this.desk.run(state), this.#rounds);
    for (const key of [state, messageList]) this.#runs.set(key, run);
    return run;
  }
}

/** The argument of a hook, as far as it is read here. */
export interface HookContext {
  readonly toolName: string;
  readonly input: unknown;
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
      if (isJudged(context.context)) return own.beforeToolCall?.(context);
      return chain(runOf(context).before(hookedCall(context)), (entry) => {
        if (entry.runs) return own.beforeToolCall?.(context);
        return { proceed: false, output: "replay" in entry ? entry.replay : failureOf(entry) };
      });
    },
    afterToolCall(context) {
      const { output, error } = context;
      if (isJudged(context.context)) return own.afterToolCall?.(context);
      const outcome = error === undefined ? attempt(() => outcomeOf(output), {}, "result") : { error };
      return chain(runOf(context).after(hookedCall(context), outcome), () => own.afterToolCall?.(context));
    },
  };
}

/** Finds runs by request context, if there is one, and agent: sub-agents have the same request context. */
function hookedRuns({ run }: Desk): (context: HookContext) => AgentRun {
  const byContext = new WeakMap<object, Map<unknown, AgentRun>>();
  return ({ context, metadata }) => {
    const requestContext = property(context, "requestContext");
    const key = typeof requestContext === "object" && requestContext !== null ? requestContext : byContext;
    const runs = getOrAdd(byContext, key, () => new Map<unknown, AgentRun>());
    return getOrAdd(runs, metadata?.["agentId"], () => run());
  };
}

function hookedCall({ toolName, input, context }: HookContext): LoopCall {
  return callOf(property(context, "toolCallId"), toolName, input);
}

/** The part of a tool that is used here, in the form that Mastra passes to its loop. */
interface Tool {
  execute?: (input: unknown, context: unknown) => unknown;
  toModelOutput?: (output: unknown) => unknown;
}

/** The contexts of calls that a processor's tools have judged: hooks receive these calls, too. */
const judged = new WeakSet<object>();

const isJudged = (context: unknown): boolean => judged.has(context as object);

/** Mastra's form of an output for a failed call; its validation of arguments returns it, too. */
const failureOf = (refusal: Refusal) => ({ error: true, message: refusalText(refusal) });

function outcomeOf(output: unknown): LoopOutcome {
  if (typeof output !== "object" || output === null) return { result: output };
  const { error, message } = output as { error?: unknown; message?: unknown };
  return error === true ? { error: typeof message === "string" ? message : output } : { result: output };
}

/**
 * The tool with a guarded `execute`; a tool without one, which the client or the provider runs, is returned unchanged.
 */
function guardTool(name: string, tool: unknown, run: MastraRun): unknown {
  if (typeof (tool as Tool | undefined)?.execute !== "function") return tool;
  const { execute, toModelOutput } = tool as Required<Pick<Tool, "execute">> & Tool;
  const form = formOf(name, run);
  const replaced: Tool = {
    async execute(input, context) {
      const id = property(context, "toolCallId");
      run.reach(id);
      let waits = false;
      const invoke = (): unknown => {
        const given = noticed(context, () => {
          waits = true;
        });
        if (typeof given === "object" && given !== null) judged.add(given);
        return execute.call(tool, input, given);
      };
      return run.own.call(callOf(id, name, input), invoke, {
        ...form,
        asks: (refusal) => suspended(context, refusal),
        outcome: (output) => (waits && output === undefined ? undefined : outcomeOf(output)),
      });
    },
    toModelOutput(output) {
      const note = run.noteOf(name, output);
      if (note?.alone === true) return { type: "text", value: note.message };
      const shown = toModelOutput?.call(tool, output);
      return note === undefined ? shown : withNote(shown, output, note.message);
    },
  };
  return { ...(tool as object), ...replaced };
}

/** What a human answered about a call for which the run was suspended; suspends it, if nobody has been asked. */
async function suspended(context: unknown, { message }: Refusal): Promise<unknown> {
  const answer = property(context, "resumeData");
  if (answer !== undefined && answer !== null) return answer;
  const suspend = property(context, "suspend");
  if (typeof suspend !== "function") return undefined;
  await suspend.call(context, { reason: "loop", message });
  return WAITS;
}

/** The context, whose `suspend` tells that the tool suspends the run: then the call has not ended. */
function noticed(context: unknown, tell: () => void): unknown {
  const suspend = property(context, "suspend");
  if (typeof suspend !== "function") return context;
  return withMembers(context as object, {
    suspend(...args: unknown[]): unknown {
      tell();
      return suspend.apply(context, args);
    },
  });
}

function formOf(name: string, run: MastraRun): ResultForm {
  return {
    agents: /^(?:agent|workflow)-/.test(name) ? "is" : "in",
    refused(refusal) {
      const output = failureOf(refusal);
      run.note(name, output, { message: output.message, alone: true });
      return output;
    },
    // The output stays the same for the program if Mastra can show the model another one.
    withMessage(output, message) {
      if (output === null) return withParagraph("null", message);
      return run.note(name, output, { message, alone: false }) ? output : withMessage(output, message);
    },
  };
}

/** The part of a `MessageList` that is used here. */
export interface MessageList {
  /** Replaces a tool call's part; false when there is no such call. */
  updateToolInvocation(part: never): boolean;
}

/** The message for the model about an output of the current step. */
interface Note {
  readonly message: string;
  /** The message replaces the output, and is not added to it. */
  readonly alone: boolean;
}

/** By run: the ids of calls that have reached a tool, until their step is read, which may be after the run was suspended. */
const reached = new WeakMap<AgentRun, Map<unknown, true>>();
/** Calls of which that, or their round, is known; past it the oldest is forgotten. */
const CALLS_MAX = 1_024;

class MastraRun {
  readonly own: AgentRun;
  /** The end of the run is reported, by an error, a tripwire or a last request. */
  reported = false;
  #steps = 0;
  /** Its own: ids are of one run alone with some models. */
  readonly #reached: Map<unknown, true>;
  readonly #rounds: Map<unknown, object>;
  #round = {};
  /** By tool and output: Mastra does not say for which call it makes a model output. */
  readonly #notes = new Map<string, Note>();

  constructor(own: AgentRun, rounds: Map<unknown, object>) {
    this.own = own;
    this.#rounds = rounds;
    this.#reached = getOrAdd(reached, own, () => new Map());
  }

  /** Begins a step, and reports the previous step's calls that reached no tool. */
  async beginStep(steps: readonly Step[], messageList: MessageList): Promise<void> {
    if (steps.length > this.#steps) await this.#readStep(steps.at(-1), messageList);
    this.#steps = steps.length;
    this.#notes.clear();
    this.#round = {};
    this.own.round();
  }

  /** A call has reached its tool. */
  reach(id: unknown): void {
    remember(this.#reached, id, true, CALLS_MAX);
    remember(this.#rounds, id, this.#round, CALLS_MAX);
  }

  /** Adds a message to an output; false if it cannot be known from others. */
  note(tool: string, output: unknown, note: Note): boolean {
    const key = keyOf(tool, output);
    if (key !== undefined) this.#notes.set(key, note);
    return key !== undefined;
  }

  noteOf(tool: string, output: unknown): Note | undefined {
    return this.#notes.size === 0 ? undefined : this.#notes.get(keyOf(tool, output) ?? "");
  }

  /**
   * Reports what a step has used, and its calls that reached none of our tools: those of unknown tools, of tools that are not
   * active in the step, and with arguments that are not JSON; and what came back for tools that others have put into the step.
   */
  async #readStep(step: Step | undefined, messageList: MessageList): Promise<void> {
    await this.own.usage(step?.usage);
    const parts = (step?.content ?? []) as readonly Part[];
    const calls = parts.filter(({ type }) => type === "tool-call");
    const missed = calls.filter(({ toolCallId }) => !this.#reached.delete(toolCallId));
    if (missed.length > 0 && missed.length === calls.length) this.own.round();
    for (const { toolCallId, toolName, input } of missed) {
      const result = parts.find((part) => part.type === "tool-result" && part.toolCallId === toolCallId);
      const answer = result?.output as ModelOutput | undefined;
      if (typeof toolName !== "string" || typeof answer?.type !== "string") continue;
      const call = callOf(toolCallId, toolName, input);
      if (!answer.type.startsWith("error")) {
        await this.own.after(call, { result: answer.value });
        continue;
      }
      const { message, end } = await this.own.invalid(call, answer.value);
      if (message === undefined || end !== undefined) continue;
      const errorText = withParagraph(String(answer.value), message);
      const toolInvocation = { state: "output-error", toolCallId, toolName, args: input ?? {}, errorText };
      messageList.updateToolInvocation({ type: "tool-invocation", toolInvocation } as never);
    }
  }
}

const keyOf = (tool: string, output: unknown): string | undefined =>
  orElse(() => JSON.stringify([tool, output]), undefined);

export { findToolLoopError } from "../rules/tool-loop-error.ts";
export type { Step } from "./ai-sdk-steps.ts";
