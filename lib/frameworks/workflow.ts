/**
 * For Vercel's Workflow SDK: `DurableAgent` of `@workflow/ai`. Imports nothing of it.
 *
 * The guard works in a step, before and after the calls of each model response, and its state is what that step returns: so it
 * is in the event log of the run, and a replay finds the verdicts there instead of judging again.
 *
 * `warn`: the message is added to the tool's result. `hint` and `ask`: the tool is not called, and the message is its
 * result. `abort`: as `hint`, and `stream` rejects with the `ToolLoopError` before the next model call.
 */
import { desk } from "../adapter/desk.ts";
import { mapTools, withMembers } from "../adapter/parts.ts";
import { type Admission, ANSWER, type Refusal } from "../adapter/result-form.ts";
import { isWatched, watchedModel } from "../adapter/watched-model.ts";
import { optionError } from "../base/errors.ts";
import { errorText } from "../base/failures.ts";
import { getOrAdd } from "../base/property.ts";
import type { LoopDetection, LoopUsage } from "../base/types.ts";
import { LoopGuard } from "../guard/loop-guard.ts";
import { errorWithMessage, withMessage, withParagraph } from "../guard/with-message.ts";
import type { LoopGuardOptions } from "../rules/options.ts";
import { findToolLoopError, type ToolLoopError } from "../rules/tool-loop-error.ts";
import { attempt } from "../rules/verdict.ts";
import { type CallOptions, isModel, type Model, watchModel } from "./ai-sdk-model.ts";
import { deskFor } from "./framework-versions.ts";
import { type CallText, type Judged, type OutcomeText, type Round, RoundKeeper } from "./workflow-rounds.ts";

export type { CallText, Judged, OutcomeText, Round, StepVerdict } from "./workflow-rounds.ts";

/** A step function that judges: its body is `return judgeRound(round)`. */
export type Judge = (round: Round) => Promise<Judged>;

/** The part of a tool that is used here. */
interface Tool {
  execute?: (input: unknown, options?: ExecuteOptions) => unknown;
}

interface ExecuteOptions {
  readonly toolCallId?: string;
  readonly messages?: readonly object[];
}

interface AgentOptions {
  tools?: Record<string, object>;
  prepareStep?: PrepareStep;
  onStepFinish?: (step: StepEnd) => unknown;
}

/** A finished step, as far as it is read here. */
interface StepEnd {
  readonly providerMetadata?: unknown;
}

type PrepareStep = (info: StepInfo) => unknown;

interface StepInfo {
  readonly steps: readonly object[];
  readonly messages: readonly object[];
}

/**
 * What the guard has to say of a round: for the body of your step. The options are read in each step; without them the
 * recommended preset is used.
 *
 * @example
 * async function judge(round: Round) {
 *   "use step";
 *   return judgeRound(round);
 * }
 */
export function judgeRound(round: Round, options: LoopGuardOptions = {}): Judged {
  const { snapshot, begin, usage, calls = [], outcomes = [] } = round;
  const known =
    snapshot === undefined ? undefined : attempt(() => LoopGuard.restore(snapshot, options), undefined, "before");
  using guard = known ?? new LoopGuard(options);
  // A run in memory, so what it gives is there at once.
  const run = deskFor("@workflow/ai", guard).of(guard.run());
  if (begin === true) run.round();
  void run.usage(usage ?? {});
  const verdicts = [
    ...calls
      .map((call) => run.before(call) as Admission | Refusal)
      .map(({ runs, message = "" }) => ({ allowed: runs, message })),
    ...outcomes
      .map(({ call, ...outcome }: OutcomeText & { call: CallText }) => run.after(call, outcome) as string | undefined)
      .map((message = "") => ({ allowed: true, message })),
  ];
  const { tripped } = run.run;
  return {
    snapshot: guard.snapshot(),
    verdicts,
    tripped: tripped === null ? null : (JSON.parse(JSON.stringify(tripped)) as LoopDetection),
  };
}

/** How an abort ends the run. */
export interface WorkflowGuardOptions {
  /** `"answer"`: with the model's response to a last request that lets it call none. Quietly without one: `stopOnToolLoop`. Default `"throw"`. */
  onAbort?: "throw" | "answer";
}

/**
 * Options of a `DurableAgent` with guarded tools. `judge` is a step of yours, which calls `judgeRound`. Each `stream` is a run of
 * its own. If `stream` gets a `prepareStep` of its own, an aborted run goes on, and every further call is refused.
 *
 * @example
 * const agent = new DurableAgent(withLoopGuard({ model, tools }, judge));
 */
export function withLoopGuard<O extends object>(
  options: O,
  judge: Judge,
  { onAbort = "throw" }: WorkflowGuardOptions = {},
): O {
  if (typeof judge !== "function") throw optionError("type", "judge", judge, "a step function");
  if (onAbort !== "throw" && onAbort !== "answer") throw optionError("type", "onAbort", onAbort, '"throw" or "answer"');
  const { tools = {}, prepareStep, onStepFinish } = options as AgentOptions;
  const byMessage = new WeakMap<object, RoundKeeper>();

  /** Messages stay the same objects while their list may be copied. */
  function keeperOf(messages: readonly object[]): RoundKeeper {
    const known = messages.findLast((message) => byMessage.has(message));
    const [first = messages] = messages;
    return getOrAdd(byMessage, known ?? first, () => new RoundKeeper(judge));
  }

  function guardedTool(name: string, tool: object): object {
    const { execute } = tool as Tool;
    if (typeof execute !== "function") return tool;
    return withMembers(tool, {
      // Called without `this`, which would have to be serialized for a step.
      execute: async (input: unknown, about?: ExecuteOptions): Promise<unknown> => {
        const { toolCallId: id, messages } = about ?? {};
        if (id === undefined || messages === undefined) return execute(input, about);
        const keeper = keeperOf(messages);
        const call: CallText = { id, name, arguments: jsonOf(input) };
        const before = await keeper.before(call, messages.length);
        if (!before.allowed) return before.message;
        let output: unknown;
        try {
          output = await execute(input, about);
        } catch (error) {
          const text = attempt(() => errorText(error), "The tool failed", "result", name);
          const after = await keeper.after(call, { error: text });
          throw noted(error, before.message || after.message, errorWithNote);
        }
        const after = await keeper.after(call, { result: jsonOf(output) });
        return noted(output, before.message || after.message, withMessage);
      },
    });
  }

  return {
    ...options,
    tools: mapTools(tools, guardedTool),
    prepareStep: async (info: StepInfo): Promise<object> => {
      const own = ((await prepareStep?.(info)) ?? {}) as { messages?: readonly object[] };
      const keeper = getOrAdd(keepers, info.steps, () => new RoundKeeper(judge));
      for (const message of [...info.messages, ...(own.messages ?? [])]) byMessage.set(message, keeper);
      keeper.used((info.steps.at(-1) as { usage?: LoopUsage } | undefined)?.usage);
      if (keeper.ended === undefined) return own;
      keeper.asked ??= info.steps.length;
      // A step may be prepared twice.
      if (onAbort === "throw" || keeper.asked < info.steps.length) throw keeper.ended;
      markEnd(info.steps, keeper.ended);
      const last = { role: "user", content: [{ type: "text", text: ANSWER }] };
      return { ...own, messages: [...(own.messages ?? info.messages), last], toolChoice: "none" };
    },
    onStepFinish: async (step: StepEnd): Promise<void> => {
      await onStepFinish?.(step);
      const error = findToolLoopError(step.providerMetadata); // of a guarded model
      if (error !== undefined) throw error;
    },
  };
}

/** The runs of agents, by the list of steps that the framework keeps for each. */
const keepers = new WeakMap<object, RoundKeeper>();

/**
 * For `stopWhen` of `stream`: ends a guarded agent without an error once a call was aborted. `findToolLoopError(result.steps)`
 * then gives the error.
 *
 * @example
 * const { steps } = await agent.stream({ messages, writable, stopWhen: stopOnToolLoop });
 */
export function stopOnToolLoop({ steps }: { readonly steps: readonly object[] }): boolean {
  const ended = keepers.get(steps)?.ended;
  return ended !== undefined && markEnd(steps, ended);
}

/** The step after which a run was ended has the error. Gives whether there is a step. */
function markEnd(steps: readonly object[], ended: ToolLoopError): boolean {
  const last = steps.at(-1);
  if (last !== undefined) Object.defineProperty(last, "loopguard", { value: ended, configurable: true });
  return last !== undefined;
}

/**
 * A model whose texts are looked at, for the body of your model's step. A response that repeats itself is cut, and the model is
 * told and asked again; if that does not help, the agent's `stream` rejects with the `ToolLoopError`. Each response is a run of
 * its own. Throws `ERR_LOOPGUARD_OPTION` for what is no model, and for invalid options.
 *
 * @example
 * async function model() {
 *   "use step";
 *   return guardModel(openai("gpt-5.5"));
 * }
 */
export function guardModel<M extends object>(model: M, options: LoopGuardOptions = {}): M {
  if (!isModel(model)) throw optionError("type", "model", model, "an instance of a language model of the AI SDK");
  const own = desk(options);
  if (isWatched(model)) return model;
  // A program may make one model for all its runs. An error would have the step, and so the response, repeated.
  const watched = (): Model => watchModel(model, own.run(), "drop") as Model;
  return watchedModel(model, {
    doGenerate: (asked: CallOptions) => watched().doGenerate(asked),
    doStream: (asked: CallOptions) => watched().doStream(asked),
  });
}

/** One message, the first: what was said before a call is said once, a loop is told of again. */
function noted<T>(value: T, message: string, add: (value: T, message: string) => unknown): unknown {
  return message === "" ? value : add(value, message);
}

/** An error of a step is one of another realm, which has no text to the agent: it shows the model the error's JSON. */
function errorWithNote(error: unknown, message: string): unknown {
  const own = errorWithMessage(error, message);
  return own === error ? withParagraph(jsonOf(error), message) : own;
}

/** Texts are what a step surely takes; the guard makes the same identity of a value and its JSON. */
function jsonOf(value: unknown): string {
  return typeof value === "string" ? value : attempt(() => JSON.stringify(value) ?? "", "", "result");
}

export { findToolLoopError } from "../rules/tool-loop-error.ts";
