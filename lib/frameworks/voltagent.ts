/** For VoltAgent, `@voltagent/core`: the options of an agent. Imports nothing of it. */
import type { AgentRun } from "../adapter/agent-run.ts";
import type { AdapterOptions, Desk, DeskInput } from "../adapter/desk.ts";
import { callOf } from "../adapter/parts.ts";
import { refusalText } from "../adapter/result-form.ts";
import { type Awaitable, getOrAdd } from "../base/property.ts";
import type { LoopCall, LoopDetection, LoopOutcome } from "../base/types.ts";
import { withMessageOrText, withParagraph } from "../guard/with-message.ts";
import { ToolLoopError } from "../rules/tool-loop-error.ts";
import { attempt, attemptAsync } from "../rules/verdict.ts";
import { endedModel, isModel, steppedModel } from "./ai-sdk-model.ts";
import { type Step, StepReader } from "./ai-sdk-steps.ts";
import { deskFor } from "./framework-versions.ts";

/**
 * How an abort ends an operation. `"throw"`: `generateText` rejects with the `ToolLoopError`, and a stream has an error part
 * with it. `"stop"`: the operation ends with the reason as its text, and `findToolLoopError(result)` gets the error.
 * `"answer"`: as `"stop"`, with the model's response to one last request.
 */
export type VoltAgentGuardOptions = AdapterOptions;

type PrepareStep = (
  options: Preparation,
) => Awaitable<{ messages?: readonly unknown[] | undefined; model?: unknown } | undefined>;

/** What the AI SDK passes to `prepareStep`, as far as it is read here. */
interface Preparation {
  readonly steps: readonly object[];
  readonly messages: readonly unknown[];
  readonly model: unknown;
}

type Hook<R = void> = (args: HookArgs) => Awaitable<R>;

/** The hooks of an agent that are used here. */
interface Hooks {
  onPrepareModelMessages?: Hook<{ modelMessages?: readonly unknown[] } | undefined>;
  onToolStart?: Hook;
  onToolEnd?: Hook<Override | undefined>;
  onToolError?: Hook<Override | undefined>;
  onStepFinish?: Hook;
  onRetry?: Hook;
  onFallback?: Hook;
  onEnd?: Hook;
}

/**
 * The options of an agent whose tools are all guarded. Each `generateText` or `streamText` is its own run, also when several
 * are in progress, and so is each of a sub-agent. Your own hooks and `prepareStep` work as before.
 *
 * @example
 * const agent = new Agent(withLoopGuard({ name, instructions, model, tools }));
 */
export function withLoopGuard<Options extends object>(
  agentOptions: Options,
  guard?: DeskInput,
  options?: VoltAgentGuardOptions,
): Options {
  const { hooks = {}, prepareStep } = agentOptions as { hooks?: Hooks; prepareStep?: PrepareStep };
  const operations = operationsOf(deskFor("@voltagent/core", guard, options, { errorOf: finalError, answers: true }));
  return {
    ...agentOptions,
    hooks: { ...hooks, ...guardHooks(operations, hooks) },
    async prepareStep(given: Preparation) {
      const operation = operations.withStep(given);
      const ending = operation?.ending(given.model);
      if (ending !== undefined) return { model: ending };
      const own = await prepareStep?.(given);
      if (operation === undefined) return own;
      const { messages = given.messages, model = given.model } = own ?? {};
      const annotated = operation.steps.annotate(messages);
      const monitored = attempt(() => steppedModel(model, operation.run, false), model, "text");
      return {
        ...own,
        ...(annotated === messages ? {} : { messages: annotated }),
        ...(monitored === model ? {} : { model: monitored }),
      };
    },
  };
}

function operationsOf(desk: Desk) {
  /** By what each has of its own: VoltAgent's context, the messages that it begins with, and the AI SDK's steps. */
  const known = new WeakMap<object, Operation>();
  const of = ({ context }: HookArgs): Operation => getOrAdd(known, context, () => new Operation(desk.run(), context));
  return {
    of,
    stepOver(args: HookArgs): Promise<void> {
      const operation = of(args);
      known.set(args.step, operation);
      return operation.stepOver(args.step);
    },
    begin(args: HookArgs, messages: readonly unknown[]): void {
      for (const message of messages) if (isObject(message)) known.set(message, of(args));
    },
    /** The operation that a step is prepared for. */
    withStep({ steps, messages }: Preparation): Operation | undefined {
      const its = steps.at(-1) ?? messages.find((message) => isObject(message) && known.has(message));
      return known.get((its ?? {}) as object);
    },
  };
}
type Operations = ReturnType<typeof operationsOf>;

/**
 * Hooks that judge, and call those of the user: these see the calls that run, and change an output before we do. What a hook
 * throws is a call's error to VoltAgent, so only refusals are thrown, and no error of a guard that was closed.
 */
function guardHooks(operations: Operations, own: Hooks): Required<Hooks> {
  const restarting = (name: "onRetry" | "onFallback") => async (args: HookArgs) => {
    await attemptAsync(() => operations.of(args).restart(), "retry");
    await own[name]?.(args);
  };
  return {
    async onPrepareModelMessages(args) {
      const prepared = await own.onPrepareModelMessages?.(args);
      const messages = prepared?.modelMessages ?? args.modelMessages;
      attempt(() => operations.begin(args, messages), undefined, "text");
      return prepared;
    },
    async onToolStart(args) {
      const refusal = await attemptAsync(() => operations.of(args).start(args), "before", args.tool.name);
      if (refusal !== undefined) throw refusal;
      await own.onToolStart?.(args);
    },
    async onToolEnd(args) {
      const override = await own.onToolEnd?.(args);
      return attemptAsync(() => operations.of(args).end(args, override), "after", args.tool.name, override);
    },
    async onToolError(args) {
      if (args.originalError instanceof RefusedCall) return { output: args.originalError.output };
      const override = await own.onToolError?.(args);
      return attemptAsync(() => operations.of(args).fail(args, override), "after", args.tool.name, override);
    },
    async onStepFinish(args) {
      await own.onStepFinish?.(args);
      await attemptAsync(() => operations.stepOver(args), "step");
    },
    onRetry: restarting("onRetry"),
    onFallback: restarting("onFallback"),
    async onEnd(args) {
      await attemptAsync(() => operations.of(args).run.close(args.error !== undefined), "end");
      await own.onEnd?.(args);
    },
  };
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** The context of an operation, as far as it is used here. */
interface OperationContext {
  readonly abortController: AbortController;
  /** Set in sub-agents, whose abort controller is that of their parent. */
  readonly parentAgentId?: string | undefined;
  /** What the operation rejects with when it was aborted. */
  cancellationError?: Error | undefined;
}

/** What a hook is told, as far as it is read here. What there is depends on the hook. */
interface HookArgs {
  readonly context: OperationContext;
  /** Of the messages of an operation, before its first step. */
  readonly modelMessages: readonly unknown[];
  readonly tool: { readonly name: string };
  readonly options?: { readonly toolContext?: { readonly callId: string } | undefined } | undefined;
  readonly args: unknown;
  readonly output: unknown;
  readonly originalError: Error;
  /** Of a call, or of the operation. */
  readonly error?: unknown;
  readonly step: object;
}

/** What a hook gives in place of an output. */
type Override = { output?: unknown };

/** Thrown in place of a call, so that VoltAgent does not run it. */
class RefusedCall extends Error {
  override readonly name: string = "RefusedCall";
  readonly output: unknown;

  constructor(message: string, output: unknown = { error: true, message }) {
    super(message);
    this.output = output;
  }
}

class Operation {
  readonly run: AgentRun;
  readonly steps: StepReader;
  readonly #context: OperationContext;
  /** Calls that run. */
  readonly #open = new Map<string, LoopCall>();
  #isEnding = false;

  constructor(run: AgentRun, context: OperationContext) {
    this.run = run;
    this.#context = context;
    this.steps = new StepReader(run);
    run.round();
  }

  /** Gives what is thrown in place of the call if it is not to run. */
  async start({ tool, args, options }: HookArgs): Promise<RefusedCall | undefined> {
    const id = options?.toolContext?.callId;
    // A tool that calls another tool gives it its own id.
    const isInner = [...this.#open.keys()].some((key) => key.startsWith(keyOf(id, "")));
    const call = callOf(isInner ? undefined : id, tool.name, args);
    const entry = await this.run.before(call);
    if (!entry.runs) return new RefusedCall(refusalText(entry), ...("replay" in entry ? [entry.replay] : []));
    this.#open.set(keyOf(id, tool.name), call);
    return undefined;
  }

  /** The outputs of calls that failed come by `fail`. */
  async end(given: HookArgs, override: Override | undefined): Promise<Override | undefined> {
    const { output, error } = given;
    if (error !== undefined && error !== null) return override;
    const result = hasOutput(override) ? override.output : output;
    const warning = await this.#after(given, { result });
    return warning === undefined ? override : { output: withMessageOrText(result, warning) };
  }

  async fail(given: HookArgs, override: Override | undefined): Promise<Override | undefined> {
    const { tool, options, originalError } = given;
    const warning = await this.#after(given, { error: originalError });
    if (warning === undefined) return override;
    if (hasOutput(override)) return { output: withMessageOrText(override.output, warning) };
    const { name, message } = originalError;
    const toolCallId = options?.toolContext?.callId;
    return { output: { error: true, name, message: withParagraph(message, warning), toolCallId, toolName: tool.name } };
  }

  /** Reads a finished step. If one of its calls was aborted, the operation is to end; else the next round begins. */
  async stepOver(step: object): Promise<void> {
    await this.steps.read([step as Step]);
    const { toolCalls } = step as { toolCalls?: unknown };
    const end = Array.isArray(toolCalls) && toolCalls.length > 0 ? this.run.ended : undefined;
    if (end === undefined) {
      this.run.round();
    } else if (!this.#isEnding) {
      this.#isEnding = true;
    } else if (this.#context.parentAgentId === undefined) {
      // The step before should have been the last, but another `prepareStep` took the place of ours.
      this.#context.abortController.abort(end);
      this.#context.cancellationError = end; // in place of VoltAgent's own, which has only the message
    }
  }

  /** Before a model call, which `model` is for: if the operation is to end, throws, or gives a model that says why. */
  ending(model: unknown): object | undefined {
    const end = this.run.ended;
    if (end === undefined || !this.run.over) return undefined;
    if (!isModel(model)) throw end;
    return this.run.finish(end, { stopped: () => endedModel(model, end) });
  }

  /** VoltAgent begins again, with nothing of what it did. */
  async restart(): Promise<void> {
    if (this.run.ended !== undefined) return;
    this.#open.clear();
    await this.run.restart();
    this.run.round();
  }

  async #after({ tool, options }: HookArgs, outcome: LoopOutcome): Promise<string | undefined> {
    const key = keyOf(options?.toolContext?.callId, tool.name);
    const call = this.#open.get(key);
    this.#open.delete(key);
    return call && this.run.after(call, outcome);
  }
}

/** The error that ends an operation; VoltAgent would try it again after another one. */
function finalError(detection: LoopDetection): ToolLoopError {
  return Object.assign(new ToolLoopError(detection), { isRetryable: false });
}

const keyOf = (id: string | undefined, name: string): string => `${id ?? ""} ${name}`;

function hasOutput(override: Override | undefined): override is { output: unknown } {
  return override !== undefined && Object.hasOwn(override, "output");
}

export { findToolLoopError } from "../rules/tool-loop-error.ts";
