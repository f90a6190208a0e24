/** For TanStack AI, `@tanstack/ai`: a chat middleware. Imports nothing of it. */

import { callOf } from "../adapter/agent-run.ts";
import type { AdapterOptions, DeskInput } from "../adapter/desk.ts";
import { contentWith, type Refusal, refusalText } from "../adapter/result-form.ts";
import { type Awaitable, getOrAdd, property } from "../base/property.ts";
import { errorAsJson, type ToolLoopError } from "../rules/tool-loop-error.ts";
import { deskFor } from "./framework-versions.ts";
import { type ChatMessage, chats, type MonitoredChat } from "./tanstack-ai-adapter.ts";

/** `onAbort: "stop"`: the stream has a custom event `loopguard`. `"answer"`: it, too; only a guarded adapter asks again. */
export type TanstackGuardOptions = AdapterOptions;

/** A middleware for the option `middleware` of `chat`. */
export interface ToolLoopMiddleware {
  readonly name: string;
  onConfig(context: ChatContext, config: { messages: readonly ChatMessage[] }): { messages: never[] } | undefined;
  onBeforeToolCall(context: ChatContext, call: BeforeToolCall): Promise<{ type: "skip"; result: unknown } | undefined>;
  onAfterToolCall(context: ChatContext, info: AfterToolCall): Promise<void>;
  onToolPhaseComplete(
    context: ChatContext,
    info: { toolCalls: readonly ToolCall[]; results: readonly { toolCallId: string; result: unknown }[] },
  ): Promise<void>;
  onUsage(context: ChatContext, usage: unknown): Awaitable<void>;
  onShouldContinue(context: ChatContext, state: { readonly lastTurnToolCallCount: number }): boolean;
  onFinish(context: ChatContext): Awaitable<void>;
  onAbort(context: ChatContext): Awaitable<void>;
  onError(context: ChatContext): Awaitable<void>;
}

/**
 * Guards the tools that the server runs. Each `chat` is its own run. Put it first in the list: a middleware before it that answers
 * calls, such as a cache, would hide them from it.
 *
 * @example
 * const stream = chat({ adapter, messages, tools, middleware: [toolLoopMiddleware()] });
 */
export function toolLoopMiddleware(guard?: DeskInput, options?: TanstackGuardOptions): ToolLoopMiddleware {
  const own = deskFor("@tanstack/ai", guard, options, { answers: true });
  /** TanStack makes one context for each chat. */
  const known = new WeakMap<ChatContext, Chat>();
  const chatOf = (context: ChatContext): Chat =>
    getOrAdd(known, context, () => {
      const run = own.run();
      let isTold = false;
      const stopped = (error: ToolLoopError): void => {
        if (!isTold) context.emitCustomEvent("loopguard", errorAsJson(error) as never);
        isTold = true;
      };
      const end = (error: ToolLoopError): void => run.finish(error, { stopped });
      const chat: Chat = { run, isMonitored: false, end, judged: new Map(), notes: new Map() };
      chats.set(context, chat);
      return chat;
    });
  const fail = (context: ChatContext): Awaitable<void> => chatOf(context).run.close(true);
  return {
    name: "tool-loop",
    onConfig(context, { messages }) {
      const chat = chatOf(context);
      const { run, notes } = chat;
      if (context.phase !== "beforeModel") return undefined;
      if (run.begin(context, messages) && run.recalled) notes.set(run.recalled.id, run.recalled.message);
      run.round();
      chat.judged.clear();
      if (notes.size === 0) return undefined;
      const changed = messages.map((message) => {
        const note = message.role === "tool" ? notes.get(String(message.toolCallId)) : undefined;
        if (note === undefined) return message;
        return { ...message, content: contentWith(message.content, note, { type: "text", content: note }) };
      });
      notes.clear();
      return { messages: changed as never[] };
    },
    async onBeforeToolCall(context, { toolName, toolCallId, args }) {
      const { run, judged } = chatOf(context);
      const entry = await run.before(callOf(toolCallId, toolName, args));
      judged.set(toolCallId, entry.runs ? undefined : entry);
      if (entry.runs) return undefined;
      return { type: "skip", result: "replay" in entry ? entry.replay : { error: refusalText(entry) } };
    },
    async onAfterToolCall(context, info) {
      const { toolCall, toolName, toolCallId, ok, result, error } = info;
      const { run, judged, notes } = chatOf(context);
      const refusal = judged.get(toolCallId);
      if (refusal === undefined) {
        // A middleware before this one may have answered the call, so that it was not judged.
        const call = callOf(toolCallId, toolName, toolCall.function.arguments);
        const message = await run.after(call, ok ? { result } : { error: error ?? String(error) });
        if (message !== undefined) notes.set(toolCallId, message);
      } else if (!("replay" in refusal)) {
        // To TanStack a skipped call is a success; its cache, which is told next, would keep the refusal.
        info.ok = false;
      }
    },
    async onToolPhaseComplete(context, { toolCalls, results }) {
      const { run, judged, notes } = chatOf(context);
      for (const { id, function: called } of toolCalls) {
        if (judged.has(id)) continue;
        // No tool took it: it is unknown, or the arguments are not JSON or do not fit the schema.
        const error = property(results.find(({ toolCallId }) => toolCallId === id)?.result, "error");
        if (typeof error !== "string") continue;
        const { end, message } = await run.invalid(callOf(id, called.name, called.arguments), error);
        if (end === undefined && message !== undefined) notes.set(id, message);
      }
    },
    onUsage: (context, usage) => chatOf(context).run.usage(usage),
    onShouldContinue(context, { lastTurnToolCallCount: calls }) {
      const { run, isMonitored, end } = chatOf(context);
      // A chat that has its last answer is left to end by itself.
      const ended = calls === 0 ? undefined : run.ended;
      // Before a last request: there is none if the chat has had its last step.
      if (ended !== undefined) end(ended);
      return ended === undefined || (isMonitored && !run.over);
    },
    onFinish: (context) => chatOf(context).run.close(),
    onAbort: fail,
    onError: fail,
  };
}

interface Chat extends MonitoredChat {
  /** The calls of the round. `undefined`: it runs. */
  readonly judged: Map<string, Refusal | undefined>;
  /** By call: what the model is to read with its result. */
  readonly notes: Map<string, string>;
}

/** The context of a chat, as far as it is used here. */
export interface ChatContext {
  readonly phase: string;
  emitCustomEvent(name: string, value: never): void;
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

export { findToolLoopError } from "../rules/tool-loop-error.ts";
export { type ChatMessage, guardAdapter } from "./tanstack-ai-adapter.ts";
