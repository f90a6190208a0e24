/** One `chat` of TanStack AI: its model calls are rounds, and what is said about a call is added to its tool message. */
import type { AgentRun } from "../adapter/agent-run.ts";
import { callOf } from "../adapter/parts.ts";
import { type Refusal, refusalText } from "../adapter/result-form.ts";
import { type Awaitable, property } from "../base/property.ts";
import { withParagraph } from "../guard/with-message.ts";
import { userSpeaksLast } from "../history/user-words.ts";
import { errorAsJson, type ToolLoopError } from "../rules/tool-loop-error.ts";

/** The context of a chat, as far as it is used here. */
export interface ChatContext {
  readonly phase: string;
  emitCustomEvent(name: string, value: never): void;
}

/** A message, as far as it is read here. */
export interface ChatMessage {
  readonly role: string;
  readonly content: unknown;
  readonly toolCallId?: string | undefined;
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

export interface AfterToolCall {
  readonly toolCall: ToolCall;
  readonly toolName: string;
  readonly toolCallId: string;
  ok: boolean;
  readonly result?: unknown;
  readonly error?: unknown;
}

export interface ToolPhase {
  readonly toolCalls: readonly ToolCall[];
  readonly results: readonly { readonly toolCallId: string; readonly result: unknown }[];
}

export interface Usage {
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly cost?: number | undefined;
}

/** What a hook says of a call that is not to run. */
export interface Decision {
  type: "skip";
  result: unknown;
}

export class ChatRun {
  readonly run: AgentRun;
  /** Whether the adapter is a guarded one, which asks once more. */
  isWatched = false;
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
    const noted = messages.map((message) => {
      const note = message.role === "tool" ? this.#notes.get(message.toolCallId ?? "") : undefined;
      return note === undefined ? message : { ...message, content: withNote(message.content, note) };
    });
    this.#notes.clear();
    return { messages: noted as never[] };
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

  used(usage: Usage): Awaitable<void> {
    return this.run.usage(usage);
  }

  /** Whether the model is to be called again. A chat that has its last answer is left to end by itself. */
  goesOn(calls: number): boolean {
    const end = calls === 0 || (this.isWatched && !this.run.over) ? undefined : this.run.ended;
    if (end !== undefined) this.end(end);
    return end === undefined;
  }

  /** Ends the chat: throws, or says why in its stream. */
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
