import type { AgentRun } from "../adapter/agent-run.ts";
import type { Awaitable } from "../base/thenable.ts";
import type { ToolLoopError } from "../rules/tool-loop-error.ts";
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
    readonly function: {
        readonly name: string;
        readonly arguments: string;
    };
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
    readonly results: readonly {
        readonly toolCallId: string;
        readonly result: unknown;
    }[];
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
export declare class ChatRun {
    #private;
    readonly run: AgentRun;
    /** Whether the adapter is a guarded one, which asks once more. */
    isWatched: boolean;
    constructor(context: ChatContext, run: AgentRun, isKept: boolean);
    /** Before a model call: begins a round, and adds to the messages what is to be said. */
    configure({ phase }: ChatContext, { messages }: ChatConfig): {
        messages: never[];
    } | undefined;
    before({ toolName, toolCallId, args }: BeforeToolCall): Promise<Decision | undefined>;
    after(info: AfterToolCall): Promise<void>;
    /** Reports calls that no tool took: of unknown tools, or with arguments that are not JSON or do not fit the schema. */
    phaseOver({ toolCalls, results }: ToolPhase): Promise<void>;
    used({ promptTokens: inputTokens, completionTokens: outputTokens, cost }: Usage): Awaitable<void>;
    /** Whether the model is to be called again. A chat that has its last answer is left to end by itself. */
    goesOn(calls: number): boolean;
    /** Ends the chat: throws, or says why in its stream. */
    end(error: ToolLoopError): void;
}
