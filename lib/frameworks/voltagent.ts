/** For VoltAgent, `@voltagent/core`: the options of an agent. Imports nothing of it. */
import { type AgentRun, callOf } from "../adapter/agent-run.ts";
import type { AdapterOptions, Desk, DeskInput } from "../adapter/desk.ts";
import { refusalText } from "../adapter/result-form.ts";
import { checkSettings } from "../base/check-option.ts";
import { type Awaitable, getOrAdd } from "../base/property.ts";
import type { LoopCall, LoopDetection } from "../base/types.ts";
import { withMessageOrText, withParagraph } from "../guard/with-message.ts";
import { answerText, ToolLoopError } from "../rules/tool-loop-error.ts";
import { attempt, attemptAsync } from "../rules/verdict.ts";
import type { StepOptions } from "./ai-sdk.ts";
import { endedModel, isModel, steppedStep } from "./ai-sdk-model.ts";
import { type Step, StepReader } from "./ai-sdk-steps.ts";
import { deskFor } from "./framework-versions.ts";

/** `onAbort: "stop"`: the reason is the operation's text. */
export type VoltAgentGuardOptions = AdapterOptions;

type Preparation = StepOptions<unknown>;
type PrepareStep = (options: Preparation) => Awaitable<Partial<Preparation> | undefined>;

type Hook<R = void> = (args: HookArgs) => Awaitable<R>;

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
 * The options of an agent whose tools are all guarded. Each `generateText` or `streamText` is its own run.
 *
 * @example
 * const agent = new Agent(withLoopGuard({ name, instructions, model, tools }));
 */
export function withLoopGuard<Options extends object>(
  agentOptions: Options,
  guard?: DeskInput,
  options?: VoltAgentGuardOptions,
): Options {
  checkSettings(agentOptions, "agentOptions", "what new Agent() takes");
  const { hooks = {}, prepareStep } = agentOptions as { hooks?: Hooks; prepareStep?: PrepareStep };
  // VoltAgent would try an operation again after another error.
  const errorOf = (detection: LoopDetection) => Object.assign(new ToolLoopError(detection), { isRetryable: false });
  const desk = deskFor("@voltagent/core", guard, options, { errorOf, answers: true });
  /** By what each has of its own: VoltAgent's context, the messages that it begins with, and the AI SDK's steps. */
  const operations = new WeakMap<object, Operation>();
  return {
    ...agentOptions,
    hooks: { ...hooks, ...guardHooks(desk, operations, hooks) },
    async prepareStep(given: Preparation) {
      const known = (message: unknown): boolean => isObject(message) && operations.has(message);
      const operation = operations.get((given.steps.at(-1) ?? given.messages.find(known) ?? {}) as object);
      const end = operation?.run.over ? operation.run.ended : undefined;
      if (operation !== undefined && end !== undefined) {
        const { model } = given;
        if (!isModel(model)) throw end;
        // What a sub-agent throws is an empty answer to its supervisor.
        if (operation.isSub) return { model: endedModel(model, end, answerText(end)) };
        return { model: operation.run.finish(end, { stopped: () => endedModel(model, end) }) };
      }
      const own = await prepareStep?.(given);
      return operation === undefined ? own : steppedStep(own, given, operation.steps, operation.run, { counts: false });
    },
  };
}

interface Operation {
  readonly run: AgentRun;
  readonly steps: StepReader;
  /** Calls that run. */
  readonly open: Map<string, LoopCall>;
  isEnding: boolean;
  /** It works for another agent. */
  readonly isSub: boolean;
}

/** Refusals, which are thrown so that VoltAgent does not run the call, and the outputs that stand in its place. */
const refusals = new WeakMap<Error, { readonly output: unknown }>();

/**
 * Hooks that judge, and call those of the user: these see the calls that run, and change an output before we do. What a hook
 * throws is a call's error to VoltAgent, so only refusals are thrown, and no error of a guard that was closed.
 */
function guardHooks(desk: Desk, operations: WeakMap<object, Operation>, own: Hooks): Required<Hooks> {
  const of = ({ context }: HookArgs): Operation =>
    getOrAdd(operations, context, () => {
      const run = desk.run();
      run.round();
      const isSub = context.parentAgentId !== undefined;
      return { run, steps: new StepReader(run), open: new Map(), isEnding: false, isSub };
    });
  /** VoltAgent begins again, with nothing of what it did. */
  const restarting = (name: "onRetry" | "onFallback") => async (args: HookArgs) => {
    await attemptAsync(async () => {
      const { run, open } = of(args);
      if (run.ended !== undefined) return;
      open.clear();
      await run.restart();
      run.round();
    }, "retry");
    await own[name]?.(args);
  };
  const after = async (args: HookArgs, override: Override | undefined) =>
    attemptAsync(() => concluded(of(args), args, override), "after", args.tool.name, override);
  return {
    async onPrepareModelMessages(args) {
      const prepared = await own.onPrepareModelMessages?.(args);
      const messages = prepared?.modelMessages ?? args.modelMessages;
      const begin = (): void => {
        const { run, steps, isSub } = of(args);
        if (!isSub && run.begin(args.context, messages)) steps.goesOn(run);
        for (const message of messages.filter(isObject)) operations.set(message, of(args));
      };
      attempt(begin, undefined, "text");
      return prepared;
    },
    async onToolStart(args) {
      const refusal = await attemptAsync(() => refused(of(args), args), "before", args.tool.name);
      if (refusal !== undefined) throw refusal;
      await own.onToolStart?.(args);
    },
    async onToolEnd(args) {
      const override = await own.onToolEnd?.(args);
      // The outputs of calls that failed come by the other hook.
      return args.error === undefined || args.error === null ? after(args, override) : override;
    },
    async onToolError(args) {
      const refusal = args.originalError && refusals.get(args.originalError);
      return refusal ?? after(args, await own.onToolError?.(args));
    },
    async onStepFinish(args) {
      await own.onStepFinish?.(args);
      await attemptAsync(() => {
        operations.set(args.step, of(args));
        return stepOver(of(args), args);
      }, "step");
    },
    onRetry: restarting("onRetry"),
    onFallback: restarting("onFallback"),
    async onEnd(args) {
      await attemptAsync(() => of(args).run.close(args.error !== undefined), "end");
      await own.onEnd?.(args);
    },
  };
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

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
  readonly originalError?: Error | undefined;
  /** Of a call, or of the operation. */
  readonly error?: unknown;
  readonly step: Step & { readonly toolCalls?: unknown };
}

/** What a hook gives in place of an output. */
type Override = { output?: unknown };

/** Gives what is thrown in place of the call if it is not to run. */
async function refused({ run, open }: Operation, { tool, args, options }: HookArgs): Promise<Error | undefined> {
  const id = options?.toolContext?.callId;
  // A tool that calls another tool gives it its own id.
  const isInner = [...open.keys()].some((key) => key.startsWith(keyOf(id, "")));
  const call = callOf(isInner ? undefined : id, tool.name, args);
  const entry = await run.before(call);
  if (entry.runs) return void open.set(keyOf(id, tool.name), call);
  const message = refusalText(entry);
  const refusal = Object.assign(new Error(message), { name: "RefusedCall" });
  refusals.set(refusal, { output: "replay" in entry ? entry.replay : { error: true, message } });
  return refusal;
}

/** Gives what the model reads in place of what came back: of an output, or of the error of `onToolError`. */
async function concluded(
  { run, open }: Operation,
  given: HookArgs,
  override?: Override,
): Promise<Override | undefined> {
  const { tool, options, originalError: error } = given;
  const toolCallId = options?.toolContext?.callId;
  const key = keyOf(toolCallId, tool.name);
  const call = open.get(key);
  open.delete(key);
  const isReplaced = override !== undefined && Object.hasOwn(override, "output");
  const result = isReplaced ? override.output : given.output;
  const warning = call && (await run.after(call, error === undefined ? { result } : { error }));
  if (warning === undefined) return override;
  if (error === undefined || isReplaced) return { output: withMessageOrText(result, warning) };
  const { name, message } = error;
  return { output: { error: true, name, message: withParagraph(message, warning), toolCallId, toolName: tool.name } };
}

/** Reads a finished step. If one of its calls was aborted, the operation is to end; else the next round begins. */
async function stepOver(operation: Operation, { step, context }: HookArgs): Promise<void> {
  const { run, steps } = operation;
  await steps.read([step]);
  const { toolCalls } = step;
  const end = Array.isArray(toolCalls) && toolCalls.length > 0 ? run.ended : undefined;
  if (end === undefined) run.round();
  else if (!operation.isEnding) operation.isEnding = true;
  else if (!operation.isSub) {
    // The step before should have been the last, but another `prepareStep` took the place of ours.
    context.abortController.abort(end);
    context.cancellationError = end; // in place of VoltAgent's own, which has only the message
  }
}

const keyOf = (id: string | undefined, name: string): string => `${id ?? ""} ${name}`;

export { findToolLoopError } from "../rules/tool-loop-error.ts";
