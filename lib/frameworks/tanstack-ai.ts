/**
 * For TanStack AI, `@tanstack/ai`: a chat middleware. Imports nothing of it.
 *
 * `warn`: the message is added to the tool message that the model reads. `hint` and `ask`: the tool is not called, and its
 * result is TanStack's form for a failed call, `{ error: message }`. `abort`: as `hint`, and the chat ends before the next
 * model call. A text that repeats itself is cut by a guarded adapter, and the model is told.
 */
import type { AdapterOptions, DeskInput } from "../adapter/desk.ts";
import { type Awaitable, getOrAdd } from "../base/property.ts";
import { deskFor } from "./framework-versions.ts";
import { watchChat } from "./tanstack-ai-adapter.ts";
import {
  type AfterToolCall,
  type BeforeToolCall,
  type ChatConfig,
  type ChatContext,
  ChatRun,
  type Decision,
  type ToolPhase,
  type Usage,
} from "./tanstack-ai-run.ts";

export { guardAdapter } from "./tanstack-ai-adapter.ts";
export type {
  AfterToolCall,
  BeforeToolCall,
  ChatConfig,
  ChatContext,
  ChatMessage,
  Decision,
  ToolCall,
  ToolPhase,
  Usage,
} from "./tanstack-ai-run.ts";

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
  onUsage(context: ChatContext, usage: Usage): Awaitable<void>;
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
  const runOf = (context: ChatContext): ChatRun => getOrAdd(runs, context, () => newRun(context));
  const newRun = (context: ChatContext): ChatRun => {
    const run = new ChatRun(context, own.run(), own.guard === undefined);
    watchChat(context, run);
    return run;
  };
  const fail = (context: ChatContext): Awaitable<void> => runOf(context).run.close(true);
  return {
    name: "tool-loop",
    onConfig: (context, config) => runOf(context).configure(context, config),
    onBeforeToolCall: (context, call) => runOf(context).before(call),
    onAfterToolCall: (context, info) => runOf(context).after(info),
    onToolPhaseComplete: (context, info) => runOf(context).phaseOver(info),
    onUsage: (context, usage) => runOf(context).used(usage),
    onShouldContinue: (context, state) => runOf(context).goesOn(state.lastTurnToolCallCount),
    onFinish: (context) => runOf(context).run.close(),
    onAbort: fail,
    onError: fail,
  };
}

export { findToolLoopError } from "../rules/tool-loop-error.ts";
