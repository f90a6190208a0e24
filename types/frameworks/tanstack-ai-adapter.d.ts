/**
 * Adapters of TanStack AI: what they yield is looked at, and responses that repeat themselves are cut; their requests are changed to
 * get the model out of a loop; and there is a last one of a chat.
 */
import type { AgentRun } from "../adapter/agent-run.ts";
import type { ToolLoopError } from "../rules/tool-loop-error.ts";
/** A message, as far as it is used here. */
export interface ChatMessage {
    readonly role: string;
    readonly content: unknown;
    readonly toolCalls?: unknown;
    readonly toolCallId?: unknown;
}
/** A chat whose adapter may be a guarded one, which asks once more. */
export interface MonitoredChat {
    readonly run: AgentRun;
    isMonitored: boolean;
    /** Ends the chat: throws, or says why in its stream. */
    end(error: ToolLoopError): void;
}
/** By the context that TanStack makes for each chat, and gives to its adapter as well. */
export declare const chats: WeakMap<object, MonitoredChat>;
/**
 * An adapter whose texts are looked at for loops, in each `chat` that has the `toolLoopMiddleware`. A response that repeats
 * itself is cut, and the model is told and asked again. Throws `ERR_LOOPGUARD_OPTION` for what is no text adapter.
 *
 * @example
 * const adapter = guardAdapter(openaiText("gpt-5.5"));
 * const stream = chat({ adapter, messages, tools, middleware: [toolLoopMiddleware()] });
 */
export declare function guardAdapter<A extends object>(adapter: A): A;
