import type { AdapterOptions, DeskInput } from "../adapter/desk.ts";
import type { Awaitable } from "../base/thenable.ts";
import { type AfterToolCall, type BeforeToolCall, type ChatConfig, type ChatContext, type Decision, type ToolPhase, type Usage } from "./tanstack-ai-run.ts";
export type { AfterToolCall, BeforeToolCall, ChatConfig, ChatContext, ChatMessage, Decision, ToolCall, ToolPhase, Usage, } from "./tanstack-ai-run.ts";
export { guardAdapter } from "./tanstack-ai-text.ts";
/**
 * How an abort ends a chat. `"throw"`: iterating the stream throws the `ToolLoopError`, and without a stream `chat`
 * rejects with it. `"stop"`: the chat ends as if it had no more steps, and the stream has a custom event `loopguard` with
 * the error as JSON. `"answer"`: as `"stop"`, after the model's response to one last request, if the adapter is a guarded one.
 */
export type TanstackGuardOptions = AdapterOptions;
/** A middleware for the option `middleware` of `chat`. */
export interface ToolLoopMiddleware {
    readonly name: string;
    onConfig(context: ChatContext, config: ChatConfig): {
        messages: never[];
    } | undefined;
    onBeforeToolCall(context: ChatContext, call: BeforeToolCall): Promise<Decision | undefined>;
    onAfterToolCall(context: ChatContext, info: AfterToolCall): Promise<void>;
    onToolPhaseComplete(context: ChatContext, info: ToolPhase): Promise<void>;
    onUsage(context: ChatContext, usage: Usage): Awaitable<void>;
    onShouldContinue(context: ChatContext, state: {
        readonly lastTurnToolCallCount: number;
    }): boolean;
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
export declare function toolLoopMiddleware(guard?: DeskInput, options?: TanstackGuardOptions): ToolLoopMiddleware;
export { findToolLoopError } from "../rules/tool-loop-error.ts";
