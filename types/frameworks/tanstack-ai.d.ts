/** For TanStack AI, `@tanstack/ai`: a chat middleware. Imports nothing of it. */
import { AdapterOptions, Awaitable, DeskInput } from '../adapter.js';
export { findToolLoopError } from '../shared.js';

/** A message, as far as it is used here. */
interface ChatMessage {
    readonly role: string;
    readonly content: unknown;
    readonly toolCalls?: unknown;
    readonly toolCallId?: unknown;
}
/**
 * An adapter whose texts are looked at for loops, in each `chat` that has the `toolLoopMiddleware`.
 *
 * @example
 * const adapter = guardAdapter(openaiText("gpt-5.5"));
 * const stream = chat({ adapter, messages, tools, middleware: [toolLoopMiddleware()] });
 */
declare function guardAdapter<A extends object>(adapter: A): A;

/** `onAbort: "stop"`: the stream has a custom event `loopguard`. `"answer"`: it, too; only a guarded adapter asks again. */
type TanstackGuardOptions = AdapterOptions;
/** A middleware for the option `middleware` of `chat`. */
interface ToolLoopMiddleware {
    readonly name: string;
    onConfig(context: ChatContext, config: {
        messages: readonly ChatMessage[];
    }): {
        messages: never[];
    } | undefined;
    onBeforeToolCall(context: ChatContext, call: BeforeToolCall): Promise<{
        type: "skip";
        result: unknown;
    } | undefined>;
    onAfterToolCall(context: ChatContext, info: AfterToolCall): Promise<void>;
    onToolPhaseComplete(context: ChatContext, info: {
        toolCalls: readonly ToolCall[];
        results: readonly {
            toolCallId: string;
            result: unknown;
        }[];
    }): Promise<void>;
    onUsage(context: ChatContext, usage: unknown): Awaitable<void>;
    onShouldContinue(context: ChatContext, state: {
        readonly lastTurnToolCallCount: number;
    }): boolean;
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
declare function toolLoopMiddleware(guard?: DeskInput, options?: TanstackGuardOptions): ToolLoopMiddleware;
/** The context of a chat, as far as it is used here. */
interface ChatContext {
    readonly phase: string;
    emitCustomEvent(name: string, value: never): void;
}
interface ToolCall {
    readonly id: string;
    readonly function: {
        readonly name: string;
        readonly arguments: string;
    };
}
interface BeforeToolCall {
    readonly toolName: string;
    readonly toolCallId: string;
    readonly args: unknown;
}
interface AfterToolCall extends Pick<BeforeToolCall, "toolName" | "toolCallId"> {
    readonly toolCall: ToolCall;
    ok: boolean;
    readonly result?: unknown;
    readonly error?: unknown;
}

export { guardAdapter, toolLoopMiddleware };
export type { AfterToolCall, BeforeToolCall, ChatContext, ChatMessage, TanstackGuardOptions, ToolCall, ToolLoopMiddleware };
