/** One `chat` of TanStack AI: its model calls are rounds, and what is said about a call is added to its tool message. */
import { property } from "../base/property.ts";
import type { LoopCall, LoopRun, Verdict } from "../base/types.ts";
import type { ToolLoopError } from "../report/tool-loop-error.ts";
import { ALLOW } from "../report/verdict.ts";
import { warningOf } from "../wrap/guarded-call.ts";
import { withParagraph } from "../wrap/with-message.ts";
import { callOf, endOf } from "./guarded-run.ts";
import { tellUsage } from "./reported-usage.ts";
import type { WatchedChat } from "./tanstack-ai-text.ts";
import { TextWatch } from "./text-watch.ts";

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

/** A call of the current round. */
interface JudgedCall {
  readonly call: LoopCall;
  readonly verdict: Verdict;
  readonly refused: boolean;
}

export class ChatRun {
  readonly #run: LoopRun;
  readonly #onAbort: "throw" | "stop";
  readonly #judged = new Map<string, JudgedCall>();
  /** By call: what the model is to read with its result. */
  readonly #notes = new Map<string, string>();

  constructor(run: LoopRun, onAbort: "throw" | "stop") {
    this.#run = run;
    this.#onAbort = onAbort;
  }

  /** Before a model call: begins a round, and adds to the messages what is to be said. */
  configure({ phase }: ChatContext, { messages }: ChatConfig): { messages: never[] } | undefined {
    if (phase !== "beforeModel") return undefined;
    this.#run.beginRound();
    this.#judged.clear();
    if (this.#notes.size === 0) return undefined;
    const noted = messages.map((message) => {
      const note = message.role === "tool" ? this.#notes.get(message.toolCallId ?? "") : undefined;
      return note === undefined ? message : { ...message, content: withNote(message.content, note) };
    });
    this.#notes.clear();
    return { messages: noted as never[] };
  }

  before({ toolName, toolCallId, args }: BeforeToolCall): Decision | undefined {
    const { tripped } = this.#run;
    const call = callOf(toolCallId, toolName, args);
    if (tripped !== null) {
      // A sibling call has just ended the run.
      this.#judged.set(toolCallId, { call, verdict: ALLOW, refused: true });
      return failed(tripped.message);
    }
    const verdict = this.#run.before(call);
    this.#judged.set(toolCallId, { call, verdict, refused: !verdict.allowed });
    if (verdict.allowed) return undefined;
    return "replay" in verdict ? { type: "skip", result: verdict.replay } : failed(verdict.message);
  }

  after(info: AfterToolCall): void {
    const { toolCall, toolName, toolCallId, ok, result, error } = info;
    // A call that a middleware before this one answered was not judged.
    const { call, verdict, refused } = this.#judged.get(toolCallId) ?? {
      call: callOf(toolCallId, toolName, toolCall.function.arguments),
      verdict: ALLOW,
      refused: false,
    };
    if (!refused) {
      this.#note(toolCallId, verdict, this.#run.after(call, ok ? { result } : { error: error ?? String(error) }));
    } else if (!("replay" in verdict)) {
      // To TanStack a skipped call is a success; its cache, which is told next, would keep the refusal.
      info.ok = false;
    }
  }

  /** Reports calls that no tool took: of unknown tools, or with arguments that are not JSON or do not fit the schema. */
  phaseOver({ toolCalls, results }: ToolPhase): void {
    for (const { id, function: called } of toolCalls) {
      if (this.#judged.has(id)) continue;
      const error = errorIn(results.find(({ toolCallId }) => toolCallId === id)?.result);
      if (error !== undefined) this.#note(id, this.#run.invalid(callOf(id, called.name, called.arguments), error));
    }
  }

  used({ promptTokens, completionTokens, cost }: Usage): void {
    tellUsage(this.#run, promptTokens, completionTokens, cost);
  }

  /** Whether the model is to be called again. A chat that has its last answer is left to end by itself. */
  goesOn(context: ChatContext, calls: number): boolean {
    const error = calls === 0 ? undefined : endOf(this.#run);
    if (error !== undefined) this.#end(context, error);
    return error === undefined;
  }

  /** For the adapter of the chat. */
  texts(context: ChatContext): WatchedChat {
    const watch = TextWatch.of(this.#run);
    const end = (): void => {
      if (watch.error !== undefined) this.#end(context, watch.error);
    };
    return { watch, end };
  }

  #end(context: ChatContext, error: ToolLoopError): void {
    if (this.#onAbort === "throw") throw error;
    context.emitCustomEvent("loopguard", error.toJSON() as never);
  }

  close(): void {
    this.#run.close();
  }

  #note(toolCallId: string, ...verdicts: readonly Verdict[]): void {
    const warning = warningOf(...verdicts);
    if (warning !== undefined) this.#notes.set(toolCallId, warning);
  }
}

function failed(message: string): Decision {
  return { type: "skip", result: { error: message } };
}

function errorIn(result: unknown): string | undefined {
  const error = property(result, "error");
  return typeof error === "string" ? error : undefined;
}

function withNote(content: unknown, note: string): unknown {
  if (Array.isArray(content)) return [...content, { type: "text", content: note }];
  return withParagraph(typeof content === "string" ? content : "", note);
}
