/**
 * For the AI SDK, `ai` 5, 6 and 7: `generateText`, `streamText` and `ToolLoopAgent`. Imports only its types.
 *
 * `warn`: the message is added to what the model sees of the tool's output. `hint` and `ask`: the tool is not called,
 * and the message is its output. `abort`: the call becomes a tool error, and the run ends before the next step.
 */
import type { streamText, ToolSet } from "ai";
import { optionError } from "../base/errors.ts";
import type { LoopRun } from "../base/types.ts";
import type { GuardInput } from "../guard/guard-of.ts";
import { userSpeaksLast } from "../text/user-words.ts";
import { type SdkCall, SdkCalls } from "./ai-sdk-calls.ts";
import { isModel } from "./ai-sdk-model.ts";
import { type Step, StepReader } from "./ai-sdk-steps.ts";
import { watchModel } from "./ai-sdk-text.ts";
import { guardTool, type RunOfCall } from "./ai-sdk-tools.ts";
import { guardFor } from "./framework-versions.ts";
import { throwIfEnded } from "./guarded-run.ts";
import { TextWatch } from "./text-watch.ts";

export interface AiSdkGuardOptions {
  /**
   * How an abort ends the run. `"throw"`: `generateText` rejects with a `ToolLoopError`; a stream contains it in an
   * error part. `"stop"`: the run ends as if a stop condition were met, and `findToolLoopError(result.steps)` gives the
   * error. Default `"throw"`.
   */
  onAbort?: "throw" | "stop";
}

/** The argument of `stopWhen`. */
export interface StopOptions {
  steps: readonly Step[];
}

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

type StopCondition = (options: StopOptions) => unknown;
type PrepareStep = (options: StepOptions<unknown>) => unknown;

/** The settings of `generateText`, `streamText` and the agents that are used here. */
interface Settings {
  tools?: Record<string, object>;
  stopWhen?: StopCondition | StopCondition[];
  prepareStep?: PrepareStep;
  experimental_prepareStep?: PrepareStep;
  prepareCall?: (options: Settings) => unknown;
}

/**
 * Settings whose tools are guarded. Each call of `generateText` or `streamText`, and of an agent's `generate` or
 * `stream`, is its own run, also when several are in progress. If you pass a run in place of a guard, all calls share
 * that run's state, and a call whose messages end with a user's begins a new turn. Throws `ERR_LOOPGUARD_OPTION` for
 * invalid options.
 *
 * @example
 * await generateText(withLoopGuard({ model, tools, prompt, stopWhen: stepCountIs(20) }));
 */
export function withLoopGuard<T extends ToolSet, S extends object>(
  settings: S & { tools?: T } & SettingsContext<T>,
  guard?: GuardInput | LoopRun,
  { onAbort = "throw" }: AiSdkGuardOptions = {},
): NoInfer<S> {
  const kept = isRun(guard) ? guard : undefined;
  const calls = new SdkCalls(newRunOf(guard));
  const ours = new WeakSet<object>();

  function guarded(given: Settings): Settings {
    const { tools, stopWhen } = given;
    const prepareStep = given.prepareStep ?? given.experimental_prepareStep;
    const result = { ...given };
    if (tools !== undefined)
      result.tools = mapTools(tools, (name, tool) =>
        own(
          guardTool(name, tool, (o) => calls.runOf(o)),
          tool,
        ),
      );
    if (stopWhen !== undefined && !ours.has(stopWhen)) result.stopWhen = own(guardedStop(stopWhen));
    if (prepareStep === undefined || !ours.has(prepareStep)) result.prepareStep = own(guardedStep(prepareStep));
    return result;
  }

  /**
   * An agent passes its guarded settings to `prepareCall` and gets them back changed: a guarded tool is not guarded
   * again.
   */
  function own<T extends object>(made: T, from?: T): T {
    if (from !== undefined && ours.has(from)) return from;
    ours.add(made);
    return made;
  }

  function guardedStop(stopWhen: StopCondition | StopCondition[]): StopCondition {
    const conditions = Array.isArray(stopWhen) ? stopWhen : [stopWhen];
    return async (options) => {
      const { run, reader } = calls.ofSteps(options.steps);
      reader.read(options.steps);
      // With "throw" the run goes on to `prepareStep`, which throws, also in streams.
      if (run.tripped !== null) return onAbort === "stop";
      return (await Promise.all(conditions.map((condition) => condition(options)))).some(Boolean);
    };
  }

  function guardedStep(prepareStep: PrepareStep | undefined): PrepareStep {
    return async (options) => {
      const call = calls.ofSteps(options.steps);
      beginStep(call, options, kept !== undefined);
      if (onAbort === "throw") throwIfEnded(call.run);
      const prepared = (await prepareStep?.(options)) as Partial<StepOptions<unknown>> | undefined;
      const messages = prepared?.messages ?? options.messages;
      const annotated = call.reader.annotate(messages);
      calls.beginStep(call, options.messages, annotated);
      const own = prepared?.model ?? options.model;
      const model = watchModel(own, TextWatch.of(call.run), onAbort);
      return {
        ...prepared,
        ...(annotated === messages ? {} : { messages: annotated }),
        ...(model === own ? {} : { model }),
      };
    };
  }

  const result = guarded(settings as Settings);
  const { prepareCall } = settings as Settings;
  result.prepareCall = async (options) => guarded(((await prepareCall?.(options)) as Settings | undefined) ?? options);
  return result as NoInfer<S>;
}

/**
 * Guards tools, for settings that you put together yourself; all their calls belong to `run`. Use it with
 * `stopOnToolLoop` or `throwOnToolLoop`, which end the run after an abort. Without them an aborted call is a tool
 * error, and the model continues.
 *
 * @example
 * const run = guard.run({});
 * await generateText({ model, prompt, tools: guardTools(tools, run), stopWhen: [stepCountIs(20), stopOnToolLoop(run)] });
 */
export function guardTools<T extends Record<string, object>>(tools: T, run: LoopRun): T {
  const runOf = inRounds(run);
  return mapTools(tools, (name, tool) => guardTool(name, tool, runOf)) as T;
}

/**
 * A model whose texts are looked at, for settings that you put together yourself; all of them belong to `run`. A
 * generation that repeats itself is cut, and the model is told and asked again. Throws `ERR_LOOPGUARD_OPTION` for what
 * is no model.
 *
 * @example
 * streamText({ model: guardModel(model, run), prompt });
 */
export function guardModel<M>(model: M, run: LoopRun, { onAbort = "throw" }: AiSdkGuardOptions = {}): M {
  if (!isModel(model)) throw optionError("type", "model", model, "an instance of a language model of the AI SDK");
  return watchModel(model, TextWatch.of(run), onAbort) as M;
}

/**
 * A condition for `stopWhen`: ends the run without an error once a call was aborted. `findToolLoopError(result.steps)`
 * then gives the error.
 *
 * @example
 * await generateText({ model, prompt, tools: guardTools(tools, run), stopWhen: [stepCountIs(20), stopOnToolLoop(run)] });
 */
export function stopOnToolLoop(run: LoopRun): (options: StopOptions) => boolean {
  const reader = new StepReader(run);
  return ({ steps }) => {
    reader.read(steps);
    return run.tripped !== null;
  };
}

/**
 * For `prepareStep`: throws a `ToolLoopError` once a call was aborted. A condition in `stopWhen` that is met in the
 * same step ends the run first, without an error.
 *
 * @example
 * await generateText({ model, prompt, tools: guardTools(tools, run), prepareStep: throwOnToolLoop(run) });
 */
export function throwOnToolLoop(
  run: LoopRun,
): <Message>(options: StepOptions<Message>) => { messages: Message[] } | undefined {
  const reader = new StepReader(run);
  return ({ steps, messages }) => {
    reader.read(steps);
    throwIfEnded(run);
    const annotated = reader.annotate(messages);
    return annotated === messages ? undefined : { messages: annotated as typeof messages };
  };
}

function beginStep({ run, reader }: SdkCall, { steps, messages }: StepOptions<unknown>, kept: boolean): void {
  reader.read(steps);
  if (kept && steps.length === 0 && userSpeaksLast(messages)) run.beginTurn();
}

/**
 * Begins a round for each step: all calls of a step receive the same list of messages; the next one is another or
 * longer.
 */
function inRounds(run: LoopRun): RunOfCall {
  let last: readonly unknown[] | undefined;
  let length = 0;
  return (options) => {
    const messages = options?.messages;
    if (messages === undefined || messages !== last || messages.length !== length) {
      run.beginRound();
      last = messages;
      length = messages?.length ?? 0;
    }
    return run;
  };
}

function mapTools(
  tools: Record<string, object>,
  guard: (name: string, tool: object) => object,
): Record<string, object> {
  return Object.fromEntries(Object.entries(tools).map(([name, tool]) => [name, guard(name, tool)]));
}

/** Throws for options that cannot work. */
function newRunOf(guard: GuardInput | LoopRun | undefined): () => LoopRun {
  if (isRun(guard)) return () => guard;
  const runs = guardFor("ai", guard);
  return () => runs.agentRun({});
}

/** Whether this is a run and not a guard: only a guard has the method `run`. */
function isRun(guard: GuardInput | LoopRun | undefined): guard is LoopRun {
  return typeof (guard as LoopRun | undefined)?.before === "function" && !("run" in (guard as object));
}
