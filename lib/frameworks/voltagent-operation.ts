/** One operation of a VoltAgent agent: its steps are rounds, and its tools are judged by the hooks around them. */
import type { AgentRun } from "../adapter/agent-run.ts";
import { callOf } from "../adapter/parts.ts";
import { refusalText } from "../adapter/result-form.ts";
import type { LoopCall, LoopDetection, LoopOutcome } from "../base/types.ts";
import { withMessageOrText, withParagraph } from "../guard/with-message.ts";
import { ToolLoopError } from "../rules/tool-loop-error.ts";
import { endedModel, isModel, steppedModel } from "./ai-sdk-model.ts";
import { type Step, type StepReader, stepReader } from "./ai-sdk-steps.ts";

/** The context of an operation, as far as it is used here. */
interface OperationContext {
  readonly abortController: AbortController;
  /** Set in sub-agents, whose abort controller is that of their parent. */
  readonly parentAgentId?: string | undefined;
  /** What the operation rejects with when it was aborted. */
  cancellationError?: Error | undefined;
}

export interface HookArgs {
  readonly context: OperationContext;
}

interface ToolArgs extends HookArgs {
  readonly tool: { readonly name: string };
  readonly options?: { readonly toolContext?: { readonly callId: string } | undefined } | undefined;
}

export interface ToolStart extends ToolArgs {
  readonly args: unknown;
}

export interface ToolEnd extends ToolArgs {
  readonly output: unknown;
  readonly error: unknown;
}

export interface ToolError extends ToolArgs {
  readonly originalError: Error;
}

export interface StepFinish extends HookArgs {
  readonly step: object;
}

/** What a hook gives in place of an output. */
export interface Override {
  output?: unknown;
}

/** Thrown in place of a call, so that VoltAgent does not run it. */
class RefusedCall extends Error {
  override readonly name: string = "RefusedCall";
  readonly output: unknown;

  constructor(message: string, output: unknown = { error: true, message }) {
    super(message);
    this.output = output;
  }
}

/** The output of a call that was refused; `undefined`: it has failed by itself. */
export function refusalOf({ originalError }: ToolError): Override | undefined {
  return originalError instanceof RefusedCall ? { output: originalError.output } : undefined;
}

export class Operation {
  readonly #run: AgentRun;
  readonly #context: OperationContext;
  readonly #steps: StepReader;
  /** Calls that run. */
  readonly #open = new Map<string, LoopCall>();
  #isEnding = false;

  constructor(run: AgentRun, context: OperationContext) {
    this.#run = run;
    this.#context = context;
    this.#steps = stepReader(run);
    run.round();
  }

  /** Gives what is thrown in place of the call if it is not to run. */
  async start({ tool, args, options }: ToolStart): Promise<RefusedCall | undefined> {
    const id = options?.toolContext?.callId;
    // A tool that calls another tool gives it its own id.
    const isInner = [...this.#open.keys()].some((key) => key.startsWith(keyOf(id, "")));
    const call = callOf(isInner ? undefined : id, tool.name, args);
    const entry = await this.#run.before(call);
    if (!entry.runs) return new RefusedCall(refusalText(entry), ...("replay" in entry ? [entry.replay] : []));
    this.#open.set(keyOf(id, tool.name), call);
    return undefined;
  }

  /** The outputs of calls that failed come by `fail`. */
  async end(given: ToolEnd, override: Override | undefined): Promise<Override | undefined> {
    const { output, error } = given;
    if (error !== undefined && error !== null) return override;
    const result = hasOutput(override) ? override.output : output;
    const warning = await this.#after(given, { result });
    return warning === undefined ? override : { output: withMessageOrText(result, warning) };
  }

  async fail(given: ToolError, override: Override | undefined): Promise<Override | undefined> {
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
    await this.#steps.read([step as Step]);
    const { toolCalls } = step as { toolCalls?: unknown };
    const end = Array.isArray(toolCalls) && toolCalls.length > 0 ? this.#run.ended : undefined;
    if (end === undefined) {
      this.#run.round();
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
    const end = this.#run.ended;
    if (end === undefined || !this.#run.over) return undefined;
    if (!isModel(model)) throw end;
    return this.#run.finish(end, { stopped: () => endedModel(model, end) });
  }

  /** The model of a step, with its texts looked at, and its request changed if that helps. */
  watched(model: unknown): unknown {
    return steppedModel(model, this.#run, false);
  }

  /** Adds our messages to the errors that they belong to. */
  annotate(messages: readonly unknown[]): readonly unknown[] {
    return this.#steps.annotate(messages);
  }

  /** VoltAgent begins again, with nothing of what it did. */
  async restart(): Promise<void> {
    if (this.#run.ended !== undefined) return;
    this.#open.clear();
    await this.#run.restart();
    this.#run.round();
  }

  async close(): Promise<void> {
    await this.#run.close();
  }

  async #after({ tool, options }: ToolArgs, outcome: LoopOutcome): Promise<string | undefined> {
    const key = keyOf(options?.toolContext?.callId, tool.name);
    const call = this.#open.get(key);
    this.#open.delete(key);
    return call && this.#run.after(call, outcome);
  }
}

/** The error that ends an operation; VoltAgent would try it again after another one. */
export function finalError(detection: LoopDetection): ToolLoopError {
  return Object.assign(new ToolLoopError(detection), { isRetryable: false });
}

const keyOf = (id: string | undefined, name: string): string => `${id ?? ""} ${name}`;

function hasOutput(override: Override | undefined): override is { output: unknown } {
  return override !== undefined && Object.hasOwn(override, "output");
}
