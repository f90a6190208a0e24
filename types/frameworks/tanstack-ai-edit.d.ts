import type { AgentRun } from "../adapter/agent-run.ts";
import type { ToolLoopError } from "../rules/tool-loop-error.ts";
/** A chat whose texts are looked at. */
export interface WatchedChat {
    readonly run: AgentRun;
    /** Set once a guarded adapter was asked. */
    isWatched: boolean;
    /** Ends the chat: throws, or says why in its stream. */
    end(error: ToolLoopError): void;
}
/** A chunk of a stream, as far as it is used here. */
export interface Chunk {
    readonly type: string;
    readonly messageId?: string;
    readonly parentMessageId?: string;
    readonly delta?: string;
    /** The whole text so far, from adapters that give it. */
    readonly content?: unknown;
}
interface Message {
    readonly role: string;
    readonly content: unknown;
    readonly toolCalls?: unknown;
    readonly toolCallId?: unknown;
}
export interface StreamOptions {
    readonly messages: readonly Message[];
    readonly tools?: readonly {
        readonly name: string;
    }[] | undefined;
    readonly modelOptions?: object | undefined;
    /** The context of the chat. */
    readonly capabilities?: object | undefined;
    readonly outputSchema?: unknown;
    readonly threadId?: string;
    readonly runId?: string;
}
/** The part of an adapter that is used here. */
export interface Adapter {
    chatStream(options: StreamOptions): AsyncIterable<Chunk>;
}
export declare function isAdapter(value: unknown): value is Adapter;
/** The adapter for one model call. Another model is a text adapter. */
export declare function editedAdapter(adapter: Adapter, chat: WatchedChat): Adapter;
export {};
