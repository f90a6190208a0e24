/** One operation of a VoltAgent agent: its steps are rounds, and its tools are judged by the hooks around them. */
import type { AgentRun } from "../adapter/agent-run.ts";
import { desk } from "../adapter/desk.ts";
import type { LoopCall, LoopDetection, LoopRun, Verdict } from "../base/types.ts";
import { attempt } from "../report/fail-open.ts";
import { ToolLoopError } from "../report/tool-loop-error.ts";
import { shownText } from "../values/value-text.ts";
import { warningOf } from "../wrap/guarded-call.ts";
import { withMessage, withParagraph } from "../wrap/with-message.ts";
import { endedModel, isModel, watchModel } from "./ai-sdk-model.ts";
import { type Step, StepReader } from "./ai-sdk-steps.ts";
import { callOf } from "./guarded-run.ts";

/** How an abort ends an operation. */
export type OnAbort = "throw" | "stop";

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

/** A call that runs. */
interface OpenCall {
  readonly call: LoopCall;
  readonly verdict: Verdict;
}

export class Operation {
  readonly #run: LoopRun;
  readonly #own: AgentRun;
  readonly #context: OperationContext;
  readonly #steps: StepReader;
  readonly #onAbort: OnAbort;
  readonly #open = new Map<string, OpenCall>();
  #isEnding = false;

  constructor(run: LoopRun, context: OperationContext, onAbort: OnAbort) {
    this.#onAbort = onAbort;
    this.#run = run;
    this.#own = desk(run, { onAbort }, { errorOf: finalError }).run();
    this.#context = context;
    this.#steps = new StepReader(this.#own);
    run.beginRound();
  }

  /** Gives what is thrown in place of the call if it is not to run. */
  start({ tool, args, options }: ToolStart): RefusedCall | undefined {
    const { tripped } = this.#run;
    // A sibling call has just ended the run.
    if (tripped !== null) return new RefusedCall(tripped.message);
    const id = options?.toolContext?.callId;
    const call = callOf(id, tool.name, args);
    const verdict = this.#run.before(call);
    if (!verdict.allowed) return new RefusedCall(verdict.message, ...("replay" in verdict ? [verdict.replay] : []));
    this.#open.set(keyOf(id, tool.name), { call, verdict });
    return undefined;
  }

  /** The outputs of calls that failed come by `fail`. */
  end({ tool, options, output, error }: ToolEnd, override: Override | undefined): Override | undefined {
    if (error !== undefined && error !== null) return override;
    const result = hasOutput(override) ? override.output : output;
    const warning = this.#after(keyOf(options?.toolContext?.callId, tool.name), { result });
    return warning === undefined ? override : attempt(() => ({ output: warned(result, warning) }), override, "result");
  }

  fail({ tool, options, originalError }: ToolError, override: Override | undefined): Override | undefined {
    const toolCallId = options?.toolContext?.callId;
    const warning = this.#after(keyOf(toolCallId, tool.name), { error: originalError });
    if (warning === undefined) return override;
    if (hasOutput(override)) return { output: warned(override.output, warning) };
    const { name, message } = originalError;
    return { output: { error: true, name, message: withParagraph(message, warning), toolCallId, toolName: tool.name } };
  }

  /** Reads a finished step. If one of its calls was aborted, the operation is to end; else the next round begins. */
  stepOver(step: object): void {
    this.#steps.read([step as Step]);
    const { toolCalls } = step as { toolCalls?: unknown };
    const error = Array.isArray(toolCalls) && toolCalls.length > 0 ? finalEnd(this.#run) : undefined;
    if (error === undefined) {
      this.#run.beginRound();
    } else if (!this.#isEnding) {
      this.#isEnding = true;
    } else if (this.#context.parentAgentId === undefined) {
      // The step before should have been the last, but another `prepareStep` took the place of ours.
      this.#context.abortController.abort(error);
      this.#context.cancellationError = error; // in place of VoltAgent's own, which has only the message
    }
  }

  /** Before a model call, which `model` is for: if the operation is to end, throws, or gives a model that says why. */
  ending(model: unknown): object | undefined {
    const error = finalEnd(this.#run);
    if (error === undefined) return undefined;
    if (this.#onAbort === "throw" || !isModel(model)) throw error;
    return endedModel(model, error);
  }

  /** The model of a step, with its texts looked at. */
  watched(model: unknown): unknown {
    return watchModel(model, this.#own);
  }

  /** Adds our messages to the errors that they belong to. */
  annotate(messages: readonly unknown[]): readonly unknown[] {
    return this.#steps.annotate(messages);
  }

  /** VoltAgent begins again, with nothing of what it did. */
  restart(): void {
    if (this.#run.tripped !== null) return;
    this.#run.reset();
    this.#run.beginRound();
    this.#open.clear();
  }

  close(): void {
    this.#run.close();
  }

  #after(key: string, outcome: { result: unknown } | { error: unknown }): string | undefined {
    const open = this.#open.get(key);
    if (open === undefined) return undefined;
    this.#open.delete(key);
    return warningOf(open.verdict, this.#run.after(open.call, outcome));
  }
}

/** The error that ends the run; VoltAgent would try the whole operation again after another one. */
function finalEnd(run: LoopRun): ToolLoopError | undefined {
  const { tripped } = run;
  return tripped === null ? undefined : finalError(tripped);
}

function finalError(detection: LoopDetection): ToolLoopError {
  return Object.assign(new ToolLoopError(detection), { isRetryable: false });
}

/** A tool that calls another tool gives it its own id. */
function keyOf(id: string | undefined, name: string): string {
  return `${id ?? ""} ${name}`;
}

function hasOutput(override: Override | undefined): override is { output: unknown } {
  return override !== undefined && Object.hasOwn(override, "output");
}

function warned(output: unknown, message: string): unknown {
  const noted = withMessage(output, message);
  return noted !== output ? noted : withParagraph(output === undefined ? "" : shownText(output), message);
}
