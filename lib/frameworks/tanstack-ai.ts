/** For TanStack AI, `@tanstack/ai`: a chat middleware. Imports nothing of it. */
import type { AgentRun } from "../adapter/agent-run.ts";
import type { AdapterOptions, DeskInput } from "../adapter/desk.ts";
import { callOf } from "../adapter/parts.ts";
import { type Refusal, refusalText } from "../adapter/result-form.ts";
import { type Awaitable, getOrAdd, property } from "../base/property.ts";
import { withParagraph } from "../guard/with-message.ts";
import { userSpeaksLast } from "../history/user-words.ts";
import { errorAsJson, type ToolLoopError } from "../rules/tool-loop-error.ts";
import { deskFor } from "./framework-versions.ts";
import { type ChatMessage, chats, type MonitoredChat } from "./tanstack-ai-adapter.ts";

/**
 * How an abort ends a chat. `"throw"`: iterating the stream throws the `ToolLoopError`, and without a stream `chat`
 * rejects with it. `"stop"`: the chat ends as if it had no more steps, and the stream has a custom event `loopguard` with
 * the error as JSON. `"answer"`: as `"stop"`, after the model's response to one last request, if the adapter is a guarded one.
 */
export type TanstackGuardOptions = AdapterOptions;

/** A middleware for the option `middleware` of `chat`. */
export interface ToolLoopMiddleware {
  readonly name: string;
  onConfig(context: ChatContext, config: ChatConfig): { messages: never[] } | undefined;
  onBeforeToolCall(context: ChatContext, call: BeforeToolCall): Promise<Decision | undefined>;
  onAfterToolCall(context: ChatContext, info: AfterToolCall): Promise<void>;
  onToolPhaseComplete(context: ChatContext, info: ToolPhase): Promise<void>;
  onUsage(context: ChatContext, usage: unknown): Awaitable<void>;
  onShouldContinue(context: ChatContext, state: { readonly lastTurnToolCallCount: number }): boolean;
  onFinish(context: ChatContext): Awaitable<void>;
  onAbort(context: ChatContext): Awaitable<void>;
  onError(context: ChatContext): Awaitable<void>;
}

/**
 * Guards the tools that the server runs. Each `chat` is its own run, also when several are in progress. Put it first in the
 * list: a middleware before it that answers calls, such as a cache, would hide them from it.
 *
 * @example
 * const stream = chat({ adapter, messages, tools, middleware: [toolLoopMiddleware()] });
 */
export function toolLoopMiddleware(guard?: DeskInput, options?: TanstackGuardOptions): ToolLoopMiddleware {
  const own = deskFor("@tanstack/ai", guard, options, { answers: true });
  /** TanStack makes one context for each chat. */
  const runs = new WeakMap<ChatContext, ChatRun>();
  const runOf = (context: ChatContext): ChatRun =>
    getOrAdd(runs, context, () => {
      const run = new ChatRun(context, own.run(), own.guard === undefined);
      chats.set(context, run);
      return run;
    });
  const fail = (context: ChatContext): Awaitable<void> => runOf(context).run.close(true);
  return {
    name: "tool-loop",
    onConfig: (context, config) => runOf(context).configure(context, config),
    onBeforeToolCall: (context, call) => runOf(context).before(call),
    onAfterToolCall: (context, info) => runOf(context).after(info),
    onToolPhaseComplete: (context, info) => runOf(context).phaseOver(info),
    onUsage: (context, usage) => runOf(context).run.usage(usage),
    onShouldContinue: (context, state) => runOf(context).goesOn(state.lastTurnToolCallCount),
    onFinish: (context) => runOf(context).run.close(),
    onAbort: fail,
    onError: fail,
  };
}

/** The context of a chat, as far as it is used here. */
export interface ChatContext {
  readonly phase: string;
  emitCustomEvent(name: string, value: never): void;
}

export interface ChatConfig {
  readonly messages: readonly ChatMessage[];
}

export interface ToolCall {
  readonly id: string;
  readonly function: { readonly name: string; readonly arguments: string };
}

export interface BeforeToolCall {
  readonly toolName: string;
  readonly toolCallId: string;
  readonly args: unknown;
}

export interface AfterToolCall extends Pick<BeforeToolCall, "toolName" | "toolCallId"> {
  readonly toolCall: ToolCall;
  ok: boolean;
  readonly result?: unknown;
  readonly error?: unknown;
}

export interface ToolPhase {
  readonly toolCalls: readonly ToolCall[];
  readonly results: readonly { readonly toolCallId: string; readonly result: unknown }[];
}

/** What a hook says of a call that is not to run. */
export interface Decision {
  type: "skip";
  result: unknown;
}

class ChatRun implements MonitoredChat {
  readonly run: AgentRun;
  isMonitored = false;
  readonly #context: ChatContext;
  /** The calls of the round. `undefined`: it runs. */
  readonly #judged = new Map<string, Refusal | undefined>();
  /** By call: what the model is to read with its result. */
  readonly #notes = new Map<string, string>();
  /** Whether a user may have spoken, in a run that was given in place of a guard. */
  #mayTurn: boolean;

  constructor(context: ChatContext, run: AgentRun, isKept: boolean) {
    this.#context = context;
    this.run = run;
    this.#mayTurn = isKept;
  }

  /** Before a model call: begins a round, and adds to the messages what is to be said. */
  configure({ phase }: ChatContext, { messages }: ChatConfig): { messages: never[] } | undefined {
    if (phase !== "beforeModel") return undefined;
    if (this.#mayTurn && userSpeaksLast(messages)) this.run.turn();
    this.#mayTurn = false;
    this.run.round();
    this.#judged.clear();
    if (this.#notes.size === 0) return undefined;
    const changed = messages.map((message) => {
      const note = message.role === "tool" ? this.#notes.get(String(message.toolCallId)) : undefined;
      return note === undefined ? message : { ...message, content: withNote(message.content, note) };
    });
    this.#notes.clear();
    return { messages: changed as never[] };
  }

  async before({ toolName, toolCallId, args }: BeforeToolCall): Promise<Decision | undefined> {
    const entry = await this.run.before(callOf(toolCallId, toolName, args));
    this.#judged.set(toolCallId, entry.runs ? undefined : entry);
    if (entry.runs) return undefined;
    return { type: "skip", result: "replay" in entry ? entry.replay : { error: refusalText(entry) } };
  }

  async after(info: AfterToolCall): Promise<void> {
    const { toolCall, toolName, toolCallId, ok, result, error } = info;
    const refusal = this.#judged.get(toolCallId);
    if (refusal === undefined) {
      // A middleware before this one may have answered the call, so that it was not judged.
      const call = callOf(toolCallId, toolName, toolCall.function.arguments);
      this.#note(toolCallId, await this.run.after(call, ok ? { result } : { error: error ?? String(error) }));
    } else if (!("replay" in refusal)) {
      // To TanStack a skipped call is a success; its cache, which is told next, would keep the refusal.
      info.ok = false;
    }
  }

  /** Reports calls that no tool took: of unknown tools, or with arguments that are not JSON or do not fit the schema. */
  async phaseOver({ toolCalls, results }: ToolPhase): Promise<void> {
    for (const { id, function: called } of toolCalls) {
      if (this.#judged.has(id)) continue;
      const error = errorIn(results.find(({ toolCallId }) => toolCallId === id)?.result);
      if (error === undefined) continue;
      const { end, message } = await this.run.invalid(callOf(id, called.name, called.arguments), error);
      if (end === undefined) this.#note(id, message);
    }
  }

  /** Whether the model is to be called again. A chat that has its last answer is left to end by itself. */
  goesOn(calls: number): boolean {
    const end = calls === 0 || (this.isMonitored && !this.run.over) ? undefined : this.run.ended;
    if (end !== undefined) this.end(end);
    return end === undefined;
  }

  end(error: ToolLoopError): void {
    this.run.finish(error, { stopped: () => this.#context.emitCustomEvent("loopguard", errorAsJson(error) as never) });
  }

  #note(toolCallId: string, message: string | undefined): void {
    if (message !== undefined) this.#notes.set(toolCallId, message);
  }
}

function errorIn(result: unknown): string | undefined {
  const error = property(result, "error");
  return typeof error === "string" ? error : undefined;
}

function withNote(content: unknown, note: string): unknown {
  if (Array.isArray(content)) return [...content, { type: "text", content: note }];
  return withParagraph(typeof content === "string" ? content : "", note);
}

export { findToolLoopError } from "../rules/tool-loop-error.ts";
export { type ChatMessage, guardAdapter } from "./tanstack-ai-adapter.ts";
