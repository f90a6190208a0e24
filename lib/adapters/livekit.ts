/**
 * For LiveKit Agents, `@livekit/agents`: function tools of voice and text agents.
 *
 * `warn`: the message is added to the tool's result. `hint` and `ask`: the tool is not called, and the message is its
 * result. `abort`: the call ends with a `StopResponse`, so the agent is silent for the rest of its turn, and `throwOnToolLoop`
 * throws.
 */
import { llm, voice } from "@livekit/agents";
import { getOrAdd } from "../base/get-or-add.ts";
import type { LoopRun } from "../base/types.ts";
import type { GuardInput } from "../guard/guard-of.ts";
import { attempt } from "../report/fail-open.ts";
import { ToolLoopError } from "../report/tool-loop-error.ts";
import { shownText } from "../values/value-text.ts";
import { findToolLoopError } from "../wrap/find-tool-loop-error.ts";
import { type CallFace, guardedCall } from "../wrap/guarded-call.ts";
import { errorWithMessage, withMessage, withParagraph } from "../wrap/with-message.ts";
import { guardFor } from "./framework-versions.ts";
import { callOf, endOf, withMembers } from "./guarded-run.ts";
import { endOfSpeech } from "./livekit-text.ts";
import { SummedUsage } from "./reported-usage.ts";

export { guardAgent } from "./livekit-text.ts";

/** The part of a function tool that is used here. */
interface Tool {
  readonly name?: string;
  execute?: (args: unknown, options: ToolOptions | undefined) => unknown;
}

/** The part of a `Toolset` that is used here. */
interface ToolsetLike {
  readonly tools: readonly object[];
  setup?: unknown;
}

/** The second argument of `execute`, as far as it is used here. Absent when the program calls the tool directly. */
interface ToolOptions {
  readonly toolCallId?: string;
  readonly ctx?: { readonly speechHandle: Speech; readonly session: Session };
}

/** A `SpeechHandle`, as far as it is used here. */
export interface SpeechLike {
  waitForPlayout(): Promise<unknown>;
  readonly chatItems?: readonly object[];
}

/** An agent's turn: all the steps from a request to its answer. */
interface Speech {
  readonly numSteps: number;
}

interface Session {
  readonly usage?: { modelUsage: readonly { type: string; inputTokens?: number; outputTokens?: number }[] };
}

/** What the model reads of an error that is no `ToolError`, in the framework's words. */
const HIDDEN_ERROR = "An internal error occurred";

/** The step of its turn that each run has come to. */
const steps = new WeakMap<LoopRun, number>();

/** The tokens that each session has used. */
const usages = new WeakMap<Session, SummedUsage>();

const FACE: CallFace = {
  refused: ({ message }) => message,
  warned: noted,
  failed(error, message) {
    if (isStop(error)) return error;
    const isShown = error instanceof llm.ToolError;
    return isShown ? errorWithMessage(error, message) : new llm.ToolError(withParagraph(HIDDEN_ERROR, message));
  },
  ended: () => {}, // the result is the model's; its next call ends the turn
};

/**
 * Guarded tools, in the form in which they are given: a list, or an object by name. Function tools are guarded, those of toolsets
 * too; tools that the provider runs are returned unchanged. Each turn of an agent (a `SpeechHandle`) is its own run. Throws
 * `ERR_LOOPGUARD_OPTION` for invalid options.
 *
 * @example
 * const agent = new voice.Agent({ instructions, tools: guardTools([search, book]) });
 */
export function guardTools<T extends object>(tools: T, guard?: GuardInput): T {
  const runs = guardFor("@livekit/agents", guard);

  /** The run of a turn, in its current step. */
  function runOf(speech: Speech, session: Session): LoopRun {
    const run = runs.run(speech);
    beginStep(run, speech, session);
    return run;
  }

  function guarded(name: string, tool: object): object {
    if (llm.isToolset(tool)) return guardedSet(tool);
    const { execute } = tool as Tool;
    if (typeof execute !== "function") return tool;
    return withMembers(tool, {
      async execute(args: unknown, options: ToolOptions | undefined): Promise<unknown> {
        const invoke = (): unknown => execute.call(tool, args, options);
        const ctx = options?.ctx;
        if (ctx?.speechHandle === undefined) return invoke();
        // An error here, such as of a guard that was closed, would be a failed call to the model.
        const run = attempt(() => runOf(ctx.speechHandle, ctx.session), undefined, "before", name);
        if (run === undefined) return invoke();
        return stopping(run, ctx.speechHandle, () =>
          guardedCall(run, callOf(options?.toolCallId, name, args), invoke, FACE),
        );
      },
    });
  }

  /** The same toolset; its own methods see its own tools. */
  function guardedSet(toolset: ToolsetLike): object {
    const made = new WeakMap<object, object>();
    return new Proxy(toolset, {
      get(target, key) {
        const own: unknown = Reflect.get(target, key, target);
        if (key === "tools")
          return target.tools.map((tool) => getOrAdd(made, tool, () => guarded((tool as Tool).name ?? "", tool)));
        return typeof own === "function" ? own.bind(target) : own;
      },
    });
  }

  if (Array.isArray(tools)) return tools.map((tool: Tool) => guarded(tool.name ?? "", tool)) as unknown as T;
  return Object.fromEntries(Object.entries(tools).map(([name, tool]) => [name, guarded(name, tool as object)])) as T;
}

/**
 * Waits until a turn is over, and throws the `ToolLoopError` if a call of it was aborted, or what the agent said.
 *
 * @example
 * await throwOnToolLoop(session.generateReply({ userInput }));
 */
export async function throwOnToolLoop(speech: SpeechLike): Promise<void> {
  await speech.waitForPlayout();
  const error = findToolLoopError(speech) ?? findToolLoopError(endOfSpeech(speech));
  if (error !== undefined) throw error;
}

/** The calls of one step are a round; what the model has used for it is known before they run. */
function beginStep(run: LoopRun, { numSteps }: Speech, session: Session): void {
  if (steps.get(run) === numSteps) return;
  run.beginRound();
  steps.set(run, numSteps);
  const used = session.usage?.modelUsage.filter(({ type }) => type === "llm_usage") ?? [];
  const sum = (of: "inputTokens" | "outputTokens"): number => used.reduce((all, one) => all + (one[of] ?? 0), 0);
  const sums = { inputTokens: sum("inputTokens"), outputTokens: sum("outputTokens") };
  getOrAdd(usages, session, () => new SummedUsage()).tell(run, sums);
}

/** Calls a tool unless the turn is to end; the error is then put on the turn, where `findToolLoopError` looks. */
function stopping(run: LoopRun, speech: Speech, call: () => unknown): unknown {
  try {
    if (run.tripped === null) return call();
  } catch (error) {
    if (!ToolLoopError.isInstance(error) || run.tripped === null) throw error;
  }
  Object.defineProperty(speech, "loopguard", { value: endOf(run), configurable: true });
  throw new voice.StopResponse();
}

/** The model reads a result as JSON, so one that has no room for a message becomes a text. A handoff has its own result. */
function noted(result: unknown, message: string): unknown {
  return attempt(() => withNote(result, message), result, "result");
}

function withNote(result: unknown, message: string): unknown {
  if (result === undefined || result instanceof Error) return result;
  if (isHandoff(result)) return { ...result, returns: withNote(result.returns, message) };
  const own = withMessage(result, message);
  return own === result ? withParagraph(shownText(result), message) : own;
}

function isHandoff(value: unknown): value is { agent: unknown; returns?: unknown } {
  return typeof value === "object" && value !== null && (value as { agent?: unknown }).agent instanceof voice.Agent;
}

function isStop(error: unknown): boolean {
  return error instanceof voice.StopResponse;
}

export { findToolLoopError } from "../wrap/find-tool-loop-error.ts";
