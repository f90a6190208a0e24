/**
 * For Vercel's Workflow SDK: `DurableAgent` of `@workflow/ai`. Imports nothing of it.
 *
 * The guard works in a step, before and after the calls of each model response, and its state is what that step returns: so it
 * is in the event log of the run, and a replay finds the verdicts there instead of judging again.
 */

import { tellEnd } from "../adapter/agent-run.ts";
import { desk } from "../adapter/desk.ts";
import { mapTools, withMembers } from "../adapter/guarded-objects.ts";
import { type Admission, ANSWER, type Refusal } from "../adapter/result-form.ts";
import { isMonitored, monitoredModel } from "../adapter/text-monitor.ts";
import { addedUsage } from "../adapter/text-responses.ts";
import { choice } from "../base/check-option.ts";
import { optionError } from "../base/errors.ts";
import { errorText } from "../base/failures.ts";
import { getOrAdd } from "../base/property.ts";
import type { LoopDetection, LoopUsage } from "../base/types.ts";
import { LoopGuard } from "../guard/loop-guard.ts";
import { errorWithMessage, withMessage, withParagraph } from "../guard/with-message.ts";
import { publishError } from "../rules/diagnostics.ts";
import type { LoopGuardOptions } from "../rules/options.ts";
import { findToolLoopError, loopError, type ToolLoopError } from "../rules/tool-loop-error.ts";
import { attempt } from "../rules/verdict.ts";
import { type CallOptions, isModel, type Model, monitorModel } from "./ai-sdk-model.ts";
import type { ExecuteOptions } from "./ai-sdk-steps.ts";
import { deskFor } from "./framework-versions.ts";

/** A step function that judges: its body is `return judgeRound(round)`. */
export type Judge = (round: Round) => Promise<Judged>;

interface Tool {
  execute?: (input: unknown, options?: ExecuteOptions) => unknown;
}

interface AgentOptions {
  tools?: Record<string, object>;
  prepareStep?: (info: StepInfo) => unknown;
  onStepFinish?: (step: StepEnd) => unknown;
  onFinish?: (end: StepInfo) => unknown;
}

type StepEnd = { readonly providerMetadata?: unknown };

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
  const verdicts: StepVerdict[] = [];
  for (const call of calls) {
    const { runs, message = "" } = run.before(call) as Admission | Refusal;
    verdicts.push({ allowed: runs, message });
  }
  for (const { call, ...outcome } of outcomes)
    verdicts.push({ allowed: true, message: (run.after(call, outcome) as string | undefined) ?? "" });
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
  choice(["throw", "answer"])(onAbort, "onAbort");
  const { tools = {}, prepareStep, onStepFinish, onFinish } = options as AgentOptions;
  const byMessage = new WeakMap<object, RoundKeeper>();

  /** Messages stay the same objects while their list may be copied. */
  function knownBy(messages: readonly object[]): RoundKeeper | undefined {
    return messages.map((message) => byMessage.get(message)).findLast((keeper) => keeper !== undefined);
  }

  function keeperOf(messages: readonly object[]): RoundKeeper {
    return knownBy(messages) ?? getOrAdd(byMessage, messages[0] ?? messages, () => new RoundKeeper(judge));
  }

  function guardedTool(name: string, tool: object): object {
    const { execute } = tool as Tool;
    if (typeof execute !== "function") return tool;
    return withMembers(tool, {
      // Called without `this`, which would have to be serialized for a step.
      execute: async (input: unknown, about?: ExecuteOptions): Promise<unknown> => {
        const { toolCallId: id, messages } = about ?? {};
        if (id === undefined || messages === undefined) return execute(input, about);
        const keeper = keeperOf(messages as readonly object[]);
        const call: CallText = { id, name, arguments: jsonOf(input) };
        const before = await keeper.before(call, messages.length);
        if (!before.allowed) return before.message;
        let output: unknown;
        try {
          output = await execute(input, about);
        } catch (error) {
          const text = attempt(() => errorText(error), "The tool failed", "result", name);
          const after = await keeper.after(call, { error: text });
          throw addMessage(error, before.message || after.message, errorWithNote);
        }
        const after = await keeper.after(call, { result: jsonOf(output) });
        return addMessage(output, before.message || after.message, withMessage);
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
      tellEnd(info.steps.at(-1) ?? {}, keeper.ended);
      const last = { role: "user", content: [{ type: "text", text: ANSWER }] };
      return { ...own, messages: [...(own.messages ?? info.messages), last], toolChoice: "none" };
    },
    onStepFinish: async (step: StepEnd): Promise<void> => {
      await onStepFinish?.(step);
      const error = findToolLoopError(step.providerMetadata); // of a guarded model
      if (error !== undefined) throw error;
    },
    onFinish: async (end: StepInfo): Promise<void> => {
      await onFinish?.(end);
      const ended = knownBy(end.messages)?.ended;
      // A limit of the host's has ended the stream before anybody could be told.
      if (ended === undefined || findToolLoopError(end.steps) !== undefined) return;
      tellEnd(end.steps.at(-1) ?? {}, ended);
      if (onAbort === "throw") throw ended;
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
  if (ended !== undefined) tellEnd(steps.at(-1) ?? {}, ended);
  return ended !== undefined;
}

/**
 * A model whose texts are looked at, for the body of your model's step. Each response is a run of its own. An abort has the agent's
 * `stream` reject.
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
  if (isMonitored(model)) return model;
  // A program may make one model for all its runs. An error would have the step, and so the response, repeated.
  const monitored = (): Model => monitorModel(model, own.run(), "drop") as Model;
  return monitoredModel(model, {
    doGenerate: (asked: CallOptions) => monitored().doGenerate(asked),
    doStream: (asked: CallOptions) => monitored().doStream(asked),
  });
}

/** One message, the first: what was said before a call is said once, a loop is told of again. */
function addMessage<T>(value: T, message: string, add: (value: T, message: string) => unknown): unknown {
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

/** A call as a step takes it. */
export interface CallText {
  id: string;
  name: string;
  /** JSON. */
  arguments: string;
}

/** What came back, as texts. */
export interface OutcomeText {
  result?: string;
  error?: string;
}

/** What a judging step is asked. */
export interface Round {
  /** The state of the guard; absent at first. */
  snapshot?: Uint8Array | undefined;
  /** The calls are the first ones of a model response. */
  begin?: boolean;
  /** What earlier responses have used and no step was told yet. */
  usage?: LoopUsage | undefined;
  calls?: CallText[];
  outcomes?: (OutcomeText & { call: CallText })[];
}

/** What a judging step answers: a verdict for each call, or for each outcome. */
export interface Judged {
  snapshot: Uint8Array;
  verdicts: StepVerdict[];
  /** Why the run is to end. */
  tripped: LoopDetection | null;
}

export interface StepVerdict {
  allowed: boolean;
  /** In place of the result, or for the model beside it; empty: nothing. */
  message: string;
}

/** What is asked about a call, and who waits for the verdict. */
type Asked<T> = { what: T; answer(verdict: StepVerdict): void };

const ALLOW: StepVerdict = { allowed: true, message: "" };

/** The state of one run of an agent, as the workflow has it. */
class RoundKeeper {
  /** Why the run is to end. */
  ended: ToolLoopError | undefined;
  /** After how many steps the last request was made. */
  asked: number | undefined;
  readonly #judge: (round: Round) => Promise<Judged>;
  #snapshot: Uint8Array | undefined;
  /** The state goes from step to step, so one waits for the other. */
  #last: Promise<unknown> = Promise.resolve();
  #length = -1;
  #usage: LoopUsage | undefined;
  #usedSteps: object | undefined;
  readonly #calls: Asked<CallText>[] = [];
  readonly #outcomes: Asked<NonNullable<Round["outcomes"]>[number]>[] = [];
  /** Calls that run. */
  #running = 0;

  constructor(judge: (round: Round) => Promise<Judged>) {
    this.#judge = judge;
  }

  /** Takes what the last response has used; the same object comes again when a step is prepared twice. */
  used(usage: LoopUsage | undefined): void {
    if (usage === undefined || usage === this.#usedSteps) return;
    this.#usedSteps = usage;
    const { inputTokens, outputTokens } = usage;
    this.#usage = addedUsage(this.#usage, { inputTokens, outputTokens }) as LoopUsage;
  }

  /** `length`: how many messages there are, which is the same for the calls of one response. */
  before(call: CallText, length: number): Promise<StepVerdict> {
    return new Promise((answer) => {
      if (this.#calls.push({ what: call, answer }) === 1) this.#last = this.#last.then(() => this.#judgeCalls(length));
    });
  }

  /** The outcomes of calls that ran together are told together. */
  after(call: CallText, outcome: OutcomeText): Promise<StepVerdict> {
    return new Promise((answer) => {
      this.#outcomes.push({ what: { call, ...outcome }, answer });
      if (--this.#running === 0) this.#last = this.#last.then(() => this.#judgeOutcomes());
    });
  }

  async #judgeCalls(length: number): Promise<void> {
    // Their arguments are validated first, each in its own time: the calls of a response come within a few turns of the loop.
    for (let turns = 0; turns < 20; turns++) await undefined;
    const batch = this.#calls.splice(0);
    const begin = this.#length !== length;
    this.#length = length;
    const usage = this.#usage;
    this.#usage = undefined;
    const calls = batch.map(({ what }) => what);
    const verdicts = this.ended === undefined ? await this.#ask({ begin, usage, calls }) : [];
    for (const [index, { answer }] of batch.entries()) {
      // Once a call has ended the run, none runs, nor its siblings.
      const verdict = this.ended ? { allowed: false, message: this.ended.message } : (verdicts[index] ?? ALLOW);
      if (verdict.allowed) this.#running++;
      answer(verdict);
    }
  }

  async #judgeOutcomes(): Promise<void> {
    const batch = this.#outcomes.splice(0);
    const verdicts = await this.#ask({ outcomes: batch.map(({ what }) => what) });
    for (const [index, { answer }] of batch.entries()) answer(verdicts[index] ?? ALLOW);
  }

  /** Asks the step. If that fails for good, the calls are allowed, and the state is what it was. */
  async #ask(round: Round): Promise<readonly StepVerdict[]> {
    try {
      const { snapshot, verdicts, tripped } = await this.#judge({ ...round, snapshot: this.#snapshot });
      this.#snapshot = snapshot;
      // Of the calls that were asked about, the last is the one that ended the run if there is only one.
      const call = round.calls?.at(-1) ?? round.outcomes?.at(-1)?.call;
      if (tripped !== null) this.ended ??= loopError(tripped, { call });
      return verdicts;
    } catch (error) {
      publishError(error, "before");
      return [];
    }
  }
}

export { findToolLoopError } from "../rules/tool-loop-error.ts";
