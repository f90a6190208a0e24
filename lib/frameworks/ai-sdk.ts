/** For the AI SDK, `ai` 5, 6 and 7: `generateText`, `streamText` and `ToolLoopAgent`. Imports only its types. */
import type { streamText, ToolSet } from "ai";
import { type AgentRun, callOf, tellEnd } from "../adapter/agent-run.ts";
import type { AnyRun } from "../adapter/call-run.ts";
import { type AdapterOptions, type DeskInput, givenRun } from "../adapter/desk.ts";
import { mapTools, withMembers } from "../adapter/guarded-objects.ts";
import type { CallEnds, ResultForm } from "../adapter/result-form.ts";
import { checkSettings } from "../base/check-option.ts";
import { optionError } from "../base/errors.ts";
import { type Awaitable, chain, getOrAdd, orElse, property } from "../base/property.ts";
import { endedModel, isModel, monitorModel, steppedStep } from "./ai-sdk-model.ts";
import { defaultModelOutput, OutputMessages } from "./ai-sdk-output.ts";
import { type ExecuteOptions, type Step, StepReader } from "./ai-sdk-steps.ts";
import { deskFor } from "./framework-versions.ts";

/**
 * `onAbort: "stop"`: as if a stop condition were met; the steps of a stream have the error. `"answer"`: the `rawFinishReason` is
 * `"loop"` (ai 6 and 7).
 */
export type AiSdkGuardOptions = AdapterOptions;

/** The argument of `prepareStep`, as far as it is used here. */
export interface StepOptions<Message> {
  steps: readonly Step[];
  messages: Message[];
  /** The model of the step, if the SDK gives it. */
  model?: unknown;
}

/**
 * The SDK's own types for settings with the tools `T`, so that callbacks and tool names are typed as they are without a
 * guard. Without `model`, whose type is a union of too many names, and without what depends on `output`.
 */
export type SettingsContext<T extends ToolSet> = {
  [K in Exclude<keyof StreamOptions<T>, "model" | "tools" | "output" | "experimental_output">]?: StreamOptions<T>[K];
};
type StreamOptions<T extends ToolSet> = Parameters<typeof streamText<T>>[0];

type StopCondition = (options: { steps: readonly Step[] }) => unknown;
type PrepareStep = (options: StepOptions<unknown>) => unknown;

/** The settings of `generateText`, `streamText` and the agents that are used here. */
interface Settings {
  tools?: Record<string, object>;
  activeTools?: readonly string[];
  toolApproval?: ToolApproval;
  stopWhen?: StopCondition | StopCondition[];
  prepareStep?: PrepareStep;
  experimental_prepareStep?: PrepareStep;
  prepareCall?: (options: Settings) => unknown;
}

/**
 * Settings whose tools are guarded. Each call of `generateText` or `streamText`, and of an agent's `generate` or
 * `stream`, is its own run, which goes on from what its messages have since a user spoke. If you pass a run in place of a guard,
 * all calls share that run's state, and a call whose messages end with a user's begins a new turn.
 *
 * @example
 * await generateText(withLoopGuard({ model, tools, prompt, stopWhen: stepCountIs(20) }));
 */
export function withLoopGuard<T extends ToolSet, S extends object>(
  settings: S & { tools?: T } & SettingsContext<T>,
  guard?: DeskInput,
  options?: AiSdkGuardOptions,
): NoInfer<S> {
  checkSettings(settings, "settings", "the settings of generateText, streamText or new ToolLoopAgent");
  const own = deskFor("ai", guard, options, { answers: true });
  const calls = sdkCalls(() => own.run());
  const ours = new WeakSet<object>();
  const approval = own.asks ? calls : undefined;

  /** An agent passes its guarded settings to `prepareCall` and gets them back changed: what is ours is not guarded again. */
  function once<F extends object>(given: F, make: () => F): F {
    if (ours.has(given)) return given;
    const made = make();
    ours.add(made);
    return made;
  }

  function guarded(given: Settings): Settings {
    const { tools, stopWhen, toolApproval } = given;
    const prepareStep = given.prepareStep ?? given.experimental_prepareStep ?? (() => undefined);
    const guardedTools =
      tools && mapTools(tools, (name, tool) => once(tool, () => guardTool(name, tool, calls.runOf, approval)));
    return {
      ...given,
      ...(guardedTools && { tools: guardedTools }),
      ...(guardedTools &&
        toolApproval &&
        approval && { toolApproval: once(toolApproval, () => guardedApproval(toolApproval, guardedTools)) }),
      ...(stopWhen && { stopWhen: once<StopCondition | StopCondition[]>(stopWhen, () => guardedStop(stopWhen)) }),
      prepareStep: once(prepareStep, () => guardedStep(prepareStep, given)),
    };
  }

  function guardedStop(stopWhen: StopCondition | StopCondition[]): StopCondition {
    return async (given) => {
      const { run } = await calls.read(given.steps);
      // With "throw" the run goes on to `prepareStep`, which throws, also in streams; with "answer" to its last request.
      if (run.run.tripped !== null) return run.over && own.onAbort !== "throw" && endsQuietly(run, given.steps);
      return (await Promise.all([stopWhen].flat().map((condition) => condition(given)))).some(Boolean);
    };
  }

  function guardedStep(prepareStep: PrepareStep, { tools = {}, activeTools }: Settings): PrepareStep {
    const settings = { reason: "other", tools: activeTools ?? Object.keys(tools) } as const;
    return async (given) => {
      const { run, reader } = await calls.read(given.steps);
      if (run.begin(given.steps, given.messages)) reader.goesOn(run);
      run.throwIfEnded();
      // By a call that was approved before the first step: no condition is asked until the model has been.
      const end = run.over ? run.ended : undefined;
      if (end !== undefined && isModel(given.model)) return { model: endedModel(given.model, end, run.endText(end)) };
      const prepared = (await prepareStep(given)) as Partial<StepOptions<unknown>> | undefined;
      const step = steppedStep(prepared, given, reader, run, settings);
      calls.beginStep(run, given.messages, step.messages ?? given.messages);
      return step;
    };
  }

  const { prepareCall } = settings as Settings;
  return {
    ...guarded(settings as Settings),
    prepareCall: async (given: Settings) => guarded(((await prepareCall?.(given)) as Settings | undefined) ?? given),
  } as NoInfer<S> & Settings;
}

/**
 * Guards tools, for settings that you put together yourself; all their calls belong to one run: that given in place of the
 * guard. Use it with `stopOnToolLoop` or `throwOnToolLoop`, which end the run after an abort. Without them an aborted call is a
 * tool error, and the model continues.
 *
 * @example
 * const run = guard.run({});
 * await generateText({ model, prompt, tools: guardTools(tools, run), stopWhen: [stepCountIs(20), stopOnToolLoop(run)] });
 */
export function guardTools<T extends Record<string, object>>(tools: T, guard?: DeskInput): T {
  const own = deskFor("ai", guard);
  const run = own.run();
  let last: readonly unknown[] | undefined;
  let length = 0;
  // All calls of a step receive the same list of messages; the next one is another or longer.
  const runOf = (options: ExecuteOptions | undefined): AgentRun => {
    const messages = options?.messages;
    if (last === undefined) run.recall(messages);
    if (messages === undefined || messages !== last || messages.length !== length) run.round();
    last = messages;
    length = messages?.length ?? 0;
    return run;
  };
  const approval = own.asks ? { began: () => true } : undefined;
  return mapTools(tools, (name, tool) => guardTool(name, tool, runOf, approval)) as T;
}

/**
 * A model whose texts are looked at, for settings that you put together yourself; all of them belong to `run`.
 *
 * @example
 * streamText({ model: guardModel(model, run), prompt });
 */
export function guardModel<M>(model: M, run: AnyRun, options?: AiSdkGuardOptions): M {
  if (!isModel(model)) throw optionError("type", "model", model, "an instance of a language model of the AI SDK");
  return monitorModel(model, givenRun(run, options)) as M;
}

/**
 * A condition for `stopWhen`: ends the run without an error once a call was aborted.
 *
 * @example
 * await generateText({ model, prompt, tools: guardTools(tools, run), stopWhen: [stepCountIs(20), stopOnToolLoop(run)] });
 */
export function stopOnToolLoop(run: AnyRun): (options: { steps: readonly Step[] }) => Awaitable<boolean> {
  const agentRun = givenRun(run);
  const reader = new StepReader(agentRun);
  return ({ steps }) => chain(reader.read(steps), () => run.tripped !== null && endsQuietly(agentRun, steps));
}

/** Ends a run without an error: its last step has it, since calls that reached no tool, and budgets, leave none in a result. */
function endsQuietly(run: AgentRun, steps: readonly Step[]): true {
  tellEnd(steps.at(-1) ?? {}, run.ended);
  return true;
}

/**
 * For `prepareStep`: throws a `ToolLoopError` once a call was aborted. A condition in `stopWhen` that is met in the
 * same step ends the run first, without an error.
 *
 * @example
 * await generateText({ model, prompt, tools: guardTools(tools, run), prepareStep: throwOnToolLoop(run) });
 */
export function throwOnToolLoop(
  run: AnyRun,
): <Message>(options: StepOptions<Message>) => Awaitable<{ messages: Message[] } | undefined> {
  const agentRun = givenRun(run);
  const reader = new StepReader(agentRun);
  return ({ steps, messages }) =>
    chain(reader.read(steps), () => {
      agentRun.throwIfEnded();
      const annotated = reader.annotate(messages);
      return annotated === messages ? undefined : { messages: annotated as typeof messages };
    });
}

/** One call of `generateText` or `streamText`. */
interface SdkCall {
  readonly run: AgentRun;
  readonly reader: StepReader;
}

/**
 * The calls that share one settings object; each has its own run. The SDK does not tell its callbacks which call they belong to.
 * But each call has one list of steps, which `prepareStep` and `stopWhen` receive, and every tool receives its step's list of
 * messages: the one that `prepareStep` received or returned.
 */
function sdkCalls(newRun: () => AgentRun) {
  const bySteps = new WeakMap<object, SdkCall>();
  const byMessages = new WeakMap<object, AgentRun>();
  /** The call that began last, and its steps. */
  let last: { readonly call: SdkCall; readonly steps: readonly Step[] } | undefined;
  return {
    /** Reads the last step, and gives the call that a list of steps belongs to; an unknown list begins a new call. */
    async read(steps: readonly Step[]): Promise<SdkCall> {
      const own = getOrAdd(bySteps, steps, () => {
        const run = newRun();
        const call = { run, reader: new StepReader(run) };
        // Nothing comes after a call's last step, so what that has used is counted when the next call of the run begins, unless it
        // was the run's last request.
        if (last?.call.run === run && !(run.onAbort === "answer" && run.over)) void last.call.reader.read(last.steps);
        last = { call, steps };
        return call;
      });
      await own.reader.read(steps);
      return own;
    },
    /** Begins a step, whose tools will receive one of these lists of messages. */
    beginStep(run: AgentRun, ...lists: (readonly unknown[])[]): void {
      run.round();
      for (const messages of lists) byMessages.set(messages, run);
    },
    /** Whether a tool call is of a step that has begun; else a human has approved it, who was asked in an earlier call of the SDK. */
    began: (options: ExecuteOptions | undefined): boolean => byMessages.has(options?.messages ?? {}),
    /** The run of a tool call. A call before the first step, which a human approved, gets its own run. */
    runOf: ({ messages }: ExecuteOptions = {}): AgentRun =>
      getOrAdd(byMessages, messages ?? {}, () => {
        const run = newRun();
        run.recall(messages);
        return run;
      }),
  };
}

interface Tool {
  execute?: (input: unknown, options: ExecuteOptions) => unknown;
  toModelOutput?: (given: unknown) => unknown;
  needsApproval?: boolean | ((input: unknown, options: ExecuteOptions) => unknown);
}

/** The tool with a guarded `execute`; a tool without one, which the client or the provider runs, is returned unchanged. */
function guardTool(
  name: string,
  tool: object,
  runOf: (options: ExecuteOptions | undefined) => AgentRun,
  approval: Pick<ReturnType<typeof sdkCalls>, "began"> | undefined, // where a human may have to approve calls
): object {
  const { execute, toModelOutput, needsApproval } = tool as Tool;
  if (typeof execute !== "function") return tool;
  const outputs = new OutputMessages();
  const form: ResultForm = {
    agents: "in",
    refused({ message, end }) {
      if (end !== undefined) throw end; // another tool error; the run is stopped between steps
      return outputs.refused(message);
    },
    withMessage: (output, message) => outputs.warned(output, message),
    outcome: (output) => ({ result: output ?? null }), // as messages have it
    iterated: streamed,
  };
  // The SDK executes no call that needs an approval and has none, if it asks this tool whether it does.
  let asked = false;
  const asks: Asks = async (input, options) => {
    asked = true;
    return runOf(options).asks(callOf(options.toolCallId, name, input));
  };
  const approved: ResultForm = { ...form, asks: () => true };
  const show = (given: unknown, value: unknown): unknown =>
    toModelOutput?.call(tool, isDescribed(given) ? { ...given, output: value } : value) ?? defaultModelOutput(value);
  const replaced: Tool = {
    // Not async: the SDK checks whether `execute` returned a promise, a generator or a plain result.
    execute(input, options) {
      const known = approval !== undefined && (asked || !approval.began(options));
      const call = callOf(options?.toolCallId, name, input);
      return runOf(options).call(call, () => execute.call(tool, input, options), known ? approved : form);
    },
    ...(approval && {
      async needsApproval(input, options) {
        asked = true;
        const needs = typeof needsApproval === "function" ? needsApproval.call(tool, input, options) : needsApproval;
        return (await needs) === true || asks(input, options);
      },
    }),
    toModelOutput: (given) =>
      outputs.modelOutput(isDescribed(given) ? given.output : given, (value) => show(given, value)),
  };
  const guarded = withMembers(tool, replaced);
  if (approval) asking.set(guarded, asks);
  return guarded;
}

/** Of ai 7: for all tools, or by name a status or what gives one. */
type ToolApproval = ((request: ApprovalRequest) => unknown) | Record<string, unknown>;
interface ApprovalRequest {
  readonly toolCall: { readonly toolCallId: string; readonly toolName: string; readonly input: unknown };
  readonly messages: readonly unknown[];
}

/** Whether a human is to be asked about a call, for guarded tools; what the user's `needsApproval` says is not in it. */
type Asks = (input: unknown, options: ExecuteOptions) => Promise<boolean>;
const asking = new WeakMap<object, Asks>();

/** With `toolApproval` the SDK asks no tool: where it lets a call run, the guard may have a human asked. */
function guardedApproval(own: ToolApproval, tools: Record<string, object>): ToolApproval {
  const either = async (given: unknown, name: string, input: unknown, options: ExecuteOptions): Promise<unknown> => {
    const status = await given;
    const type = property(status, "type") ?? status ?? "not-applicable";
    const lets = type === "approved" || type === "not-applicable";
    return lets && (await asking.get(tools[name] ?? {})?.(input, options)) ? "user-approval" : status;
  };
  if (typeof own === "function")
    return (request) => {
      const { toolName, toolCallId, input } = request.toolCall;
      return either(own(request), toolName, input, { toolCallId, messages: request.messages });
    };
  const judge = (name: string, status: unknown) => (input: unknown, options: ExecuteOptions) =>
    either(typeof status === "function" ? status(input, options) : status, name, input, options);
  return mapTools(own as Record<string, object>, judge);
}

/** Whether `toModelOutput` received `{ toolCallId, input, output }`, as from ai 6 on, and not the output alone. */
function isDescribed(given: unknown): given is { output: unknown } {
  if (typeof given !== "object" || given === null) return false;
  return "output" in given && "input" in given && typeof (given as ExecuteOptions).toolCallId === "string";
}

/** Passes on a generator's values, the last of which is the result. A result with a message is yielded once more. */
function streamed(result: unknown, ends: CallEnds): unknown {
  const iterator = (): unknown => (result as AsyncIterable<unknown> | null | undefined)?.[Symbol.asyncIterator];
  if (typeof orElse(iterator, undefined) !== "function") return undefined;
  return (async function* () {
    let last: unknown;
    try {
      for await (const value of ends.within(result as AsyncIterable<unknown>)) {
        last = value;
        yield value;
      }
    } catch (error) {
      const ran = await ends.fail(error);
      if ("error" in ran) throw ran.error;
      yield ran.result;
      return;
    }
    const shown = await ends.finish(last);
    if (shown !== last) yield shown;
  })();
}

export { findToolLoopError } from "../rules/tool-loop-error.ts";
