/**
 * For VoltAgent, `@voltagent/core`: the options of an agent. Imports nothing of it.
 *
 * `warn`: the message is added to the tool's output. `hint` and `ask`: the tool is not called, and its output is VoltAgent's
 * form for a failed call, `{ error: true, message }`. `abort`: as `hint`, and the operation ends before the next model call. A
 * text that repeats itself is cut, and the model is told.
 */
import type { AdapterOptions, Desk, DeskInput } from "../adapter/desk.ts";
import { type Awaitable, getOrAdd } from "../base/property.ts";
import { attempt, attemptAsync } from "../rules/verdict.ts";
import { deskFor } from "./framework-versions.ts";
import {
  finalError,
  type HookArgs,
  Operation,
  type Override,
  refusalOf,
  type StepFinish,
  type ToolEnd,
  type ToolError,
  type ToolStart,
} from "./voltagent-operation.ts";

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

/** The messages of an operation, before its first step. */
interface Messages extends HookArgs {
  readonly modelMessages: readonly unknown[];
}

/** The hooks of an agent that are used here. */
interface Hooks {
  onPrepareModelMessages?(args: Messages): Awaitable<{ modelMessages?: readonly unknown[] } | undefined>;
  onToolStart?(args: ToolStart): Awaitable<void>;
  onToolEnd?(args: ToolEnd): Awaitable<Override | undefined>;
  onToolError?(args: ToolError): Awaitable<Override | undefined>;
  onStepFinish?(args: StepFinish): Awaitable<void>;
  onRetry?(args: HookArgs): Awaitable<void>;
  onFallback?(args: HookArgs): Awaitable<void>;
  onEnd?(args: HookArgs): Awaitable<void>;
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
  const operations = new Operations(deskFor("@voltagent/core", guard, options, { errorOf: finalError, answers: true }));
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
      const annotated = operation.annotate(messages);
      const watched = attempt(() => operation.watched(model), model, "text");
      return {
        ...own,
        ...(annotated === messages ? {} : { messages: annotated }),
        ...(watched === model ? {} : { model: watched }),
      };
    },
  };
}

/** VoltAgent makes one context for each operation, and the AI SDK one object for each step. */
class Operations {
  readonly #newOperation: (args: HookArgs) => Operation;
  readonly #byContext = new WeakMap<object, Operation>();
  readonly #byStep = new WeakMap<object, Operation>();
  readonly #byMessage = new WeakMap<object, Operation>();

  constructor(desk: Desk) {
    this.#newOperation = ({ context }) => new Operation(desk.run(), context);
  }

  of(args: HookArgs): Operation {
    return getOrAdd(this.#byContext, args.context, () => this.#newOperation(args));
  }

  stepOver(args: StepFinish): Promise<void> {
    const operation = this.of(args);
    this.#byStep.set(args.step, operation);
    return operation.stepOver(args.step);
  }

  /** VoltAgent makes messages of their own for each operation. */
  begin(args: HookArgs, messages: readonly unknown[]): void {
    const operation = this.of(args);
    for (const message of messages) if (isObject(message)) this.#byMessage.set(message, operation);
  }

  /** The operation that a step is prepared for. */
  withStep({ steps, messages }: Preparation): Operation | undefined {
    const last = steps.at(-1);
    if (last !== undefined) return this.#byStep.get(last);
    const known = messages.find((message) => isObject(message) && this.#byMessage.has(message));
    return known === undefined ? undefined : this.#byMessage.get(known as object);
  }
}

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
      const refusal = refusalOf(args);
      if (refusal !== undefined) return refusal;
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
      await attemptAsync(() => operations.of(args).close(), "end");
      await own.onEnd?.(args);
    },
  };
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

export { findToolLoopError } from "../rules/tool-loop-error.ts";
