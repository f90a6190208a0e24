/**
 * For TanStack AI, `@tanstack/ai`: a chat middleware. Imports nothing of it.
 *
 * `warn`: the message is added to the tool message that the model reads. `hint` and `ask`: the tool is not called, and its
 * result is TanStack's form for a failed call, `{ error: message }`. `abort`: as `hint`, and the chat ends before the next
 * model call. A text that repeats itself is cut by a guarded adapter, and the model is told.
 */
import { AdapterOptions, Awaitable, DeskInput } from '../adapter.js';
export { findToolLoopError } from '../shared.js';

/**
 * An adapter whose texts are looked at for loops, in each `chat` that has the `toolLoopMiddleware`. A response that repeats
 * itself is cut, and the model is told and asked again. Throws `ERR_LOOPGUARD_OPTION` for what is no text adapter.
 *
 * @example
 * const adapter = guardAdapter(openaiText("gpt-5.5"));
 * const stream = chat({ adapter, messages, tools, middleware: [toolLoopMiddleware()] });
 */
declare function guardAdapter<A extends object>(adapter: A): A;

/**
 * How an abort ends a chat. `"throw"`: iterating the stream throws the `ToolLoopError`, and without a stream `chat`
 * rejects with it. `"stop"`: the chat ends as if it had no more steps, and the stream has a custom event `loopguard` with
 * the error as JSON. `"answer"`: as `"stop"`, after the model's response to one last request, if the adapter is a guarded one.
 */
type TanstackGuardOptions = AdapterOptions;
/** A middleware for the option `middleware` of `chat`. */
interface ToolLoopMiddleware {
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
declare function toolLoopMiddleware(guard?: DeskInput, options?: TanstackGuardOptions): ToolLoopMiddleware;
/** The context of a chat, as far as it is used here. */
interface ChatContext {
    readonly phase: string;
    emitCustomEvent(name: string, value: never): void;
}
/** A message, as far as it is read here. */
interface ChatMessage {
    readonly role: string;
    readonly content: unknown;
    readonly toolCallId?: string | undefined;
}
interface ChatConfig {
    readonly messages: readonly ChatMessage[];
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
interface AfterToolCall {
    readonly toolCall: ToolCall;
    readonly toolName: string;
    readonly toolCallId: string;
    ok: boolean;
    readonly result?: unknown;
    readonly error?: unknown;
}
interface ToolPhase {
    readonly toolCalls: readonly ToolCall[];
    readonly results: readonly {
        readonly toolCallId: string;
        readonly result: unknown;
    }[];
}
interface Usage {
    readonly promptTokens: number;
    readonly completionTokens: number;
    readonly cost?: number | undefined;
}
/** What a hook says of a call that is not to run. */
interface Decision {
    type: "skip";
    result: unknown;
}

export { guardAdapter, toolLoopMiddleware };
export type { AfterToolCall, BeforeToolCall, ChatConfig, ChatContext, ChatMessage, Decision, TanstackGuardOptions, ToolCall, ToolLoopMiddleware, ToolPhase, Usage };
