/** For LiveKit Agents, `@livekit/agents`: function tools of voice and text agents. Imports nothing of it. */
import { type AgentRun, callOf, tellEnd } from "../adapter/agent-run.ts";
import { type DeskInput, OTHER_MODELS } from "../adapter/desk.ts";
import { mapTools, withMembers, withMethods } from "../adapter/guarded-objects.ts";
import { ANSWER, type ResultForm } from "../adapter/result-form.ts";
import { chain, getOrAdd, property } from "../base/property.ts";
import { errorWithMessage, withMessageOrText, withParagraph } from "../guard/with-message.ts";
import { findToolLoopError } from "../rules/tool-loop-error.ts";
import { attempt } from "../rules/verdict.ts";
import { deskFor } from "./framework-versions.ts";
import { type ChatContext, hasBegun, judgedIn } from "./livekit-text.ts";

export { withLoopGuard } from "./livekit-text.ts";

interface Tool {
  readonly name?: string;
  execute?: (args: unknown, options: ToolOptions | undefined) => unknown;
}

interface ToolsetLike {
  readonly tools: readonly object[];
  setup?: unknown;
}

/** The second argument of `execute`, as far as it is used here. Absent when the program calls the tool directly. */
interface ToolOptions {
  readonly toolCallId?: string;
  readonly ctx?: {
    readonly speechHandle: Speech;
    readonly session: Session;
    readonly functionCall?: { readonly id: string };
  };
}

/** A `SpeechHandle`, as far as it is used here. */
export interface SpeechLike {
  waitForPlayout(): Promise<unknown>;
  readonly chatItems?: readonly object[];
}

/** An agent's turn: all the steps from a request to its answer. */
interface Speech {
  readonly id?: string;
  readonly numSteps: number;
  readonly interrupted?: boolean;
  addDoneCallback?(done: () => unknown): unknown;
}

interface Session {
  readonly history?: Pick<ChatContext, "items">;
  readonly usage?: { modelUsage: readonly { type: string; inputTokens?: number; outputTokens?: number }[] };
}

/** What the model reads of an error that is no `ToolError`, in the framework's words. */
const HIDDEN_ERROR = "An internal error occurred";

/** The tokens that each session has used. */
const usages = new WeakMap<Session, { readonly inputTokens: number; readonly outputTokens: number }>();

/** How an abort ends a turn. */
export interface LiveKitGuardOptions {
  /**
   * `"stop"`: the agent is silent until the user speaks. `"answer"`: the calls of that response are told to answer with what there is,
   * and those of later ones stop it. Nothing can be thrown into a turn: see `throwOnToolLoop`. Default `"stop"`.
   */
  onAbort?: "stop" | "answer";
}

/**
 * Guarded tools, in the form in which they are given: a list, or an object by name. Function tools are guarded, those of toolsets
 * too; tools that the provider runs are returned unchanged. Each turn of an agent (a `SpeechHandle`) is its own run.
 *
 * @example
 * const agent = new voice.Agent({ instructions, tools: guardTools([search, book]) });
 */
export function guardTools<T extends object>(tools: T, guard?: DeskInput, options?: LiveKitGuardOptions): T {
  const own = deskFor("@livekit/agents", guard, options, OTHER_MODELS);
  /** The run of a turn, in its current step: its calls are a round; what the model has used for it is known before they run. */
  function runOf(speech: Speech, session: Session): AgentRun {
    const run = own.run(speech);
    const first = run.begin(speech, hasBegun(run, session.history) ? [] : undefined);
    // With what its last reply has used.
    if (first) speech.addDoneCallback?.(() => chain(run.usage(usedBy(session)), () => run.close(speech.interrupted)));
    run.round(`${speech.id} ${speech.numSteps}`);
    void run.usage(usedBy(session));
    return run;
  }

  function guarded(name: string, tool: object): object {
    if (isMarked(tool, "toolset")) return guardedSet(tool as ToolsetLike);
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
        if (ctx.functionCall !== undefined) judgedIn(run, ctx.session, ctx.functionCall);
        return run.call(callOf(options?.toolCallId, name, args), invoke, formOf(ctx.speechHandle, run));
      },
    });
  }

  /** The same toolset; its own methods see its own tools. */
  function guardedSet(toolset: ToolsetLike): object {
    const made = new WeakMap<object, object>();
    return withMethods(toolset, {
      get tools() {
        return toolset.tools.map((tool) => getOrAdd(made, tool, () => guarded((tool as Tool).name ?? "", tool)));
      },
    });
  }

  if (Array.isArray(tools)) return tools.map((tool: Tool) => guarded(tool.name ?? "", tool)) as unknown as T;
  return mapTools(tools as Record<string, object>, guarded) as T;
}

/**
 * Waits until a turn is over, and throws the `ToolLoopError` if a call of it was aborted, or what the agent said.
 *
 * @example
 * await throwOnToolLoop(session.generateReply({ userInput }));
 */
export async function throwOnToolLoop(speech: SpeechLike): Promise<void> {
  await speech.waitForPlayout();
  const said = speech.chatItems?.map((item) => property(property(item, "extra"), "loopguard"));
  const error = findToolLoopError(speech) ?? findToolLoopError(said);
  if (error !== undefined) throw error;
}

/** What the models of a session have used since we asked last. */
function usedBy(session: Session): { inputTokens?: number; outputTokens?: number } {
  const used = session.usage?.modelUsage.filter(({ type }) => type === "llm_usage") ?? [];
  const sum = (of: "inputTokens" | "outputTokens"): number => used.reduce((all, one) => all + (one[of] ?? 0), 0);
  const sums = { inputTokens: sum("inputTokens"), outputTokens: sum("outputTokens") };
  const before = usages.get(session) ?? { inputTokens: 0, outputTokens: 0 };
  usages.set(session, sums);
  const inputTokens = Math.max(0, sums.inputTokens - before.inputTokens);
  const outputTokens = Math.max(0, sums.outputTokens - before.outputTokens);
  return inputTokens + outputTokens > 0 ? { inputTokens, outputTokens } : {};
}

/** The step in which a turn was ended, whose calls are told to answer. */
const lastSteps = new WeakMap<Speech, number>();

function formOf(speech: Speech, { onAbort }: AgentRun): ResultForm {
  return {
    refused({ message, end }) {
      if (end === undefined) return message;
      tellEnd(speech, end);
      const step = speech.numSteps;
      if (onAbort === "answer" && getOrAdd(lastSteps, speech, () => step) === step)
        return withParagraph(message, ANSWER);
      throw known(STOP, message);
    },
    // A handoff holds an agent, which nothing can be compared with.
    outcome: (result) => ({ result: isMarked(result, "handoff") ? property(result, "returns") : result }),
    withMessage: withReturnMessage,
    failed(error, message) {
      if (isMarked(error, STOP)) return error;
      if (isMarked(error, TOOL_ERROR)) return errorWithMessage(error, message);
      return known(TOOL_ERROR, withParagraph(HIDDEN_ERROR, message));
    },
  };
}

const STOP = "StopResponse";
const TOOL_ERROR = "tool_error";

/** LiveKit knows its objects by symbols, of which each copy in a process has its own: they only share their names. */
function isMarked(value: unknown, name: string): boolean {
  if (typeof value !== "object" || value === null) return false;
  const marks = Object.getOwnPropertySymbols(value).filter(({ description }) => description === name);
  return marks.some((mark) => Reflect.get(value, mark) === true);
}

/** An error that every copy of LiveKit knows for one of its own. */
function known(name: string, message: string): Error {
  const isMark = (key: string | symbol): boolean => typeof key === "symbol" && key.description === name;
  return new Proxy(Object.assign(new Error(message), { [Symbol(name)]: true }), {
    has: (target, key) => isMark(key) || Reflect.has(target, key),
    get: (target, key) => isMark(key) || Reflect.get(target, key),
  });
}

/** The model reads a result as JSON. A handoff has its own result. */
function withReturnMessage(result: unknown, message: string): unknown {
  if (result === undefined || result instanceof Error) return result;
  if (!isMarked(result, "handoff")) return withMessageOrText(result, message);
  const handoff = result as { returns?: unknown };
  return { ...handoff, returns: withReturnMessage(handoff.returns, message) };
}

export { findToolLoopError } from "../rules/tool-loop-error.ts";
