/** The types of LangChain and LangGraph that their adapter uses. Not part of the package: users have the real types. */

declare module "@langchain/core/messages" {
  export type MessageContent = string | { type: string; text?: unknown }[];
  interface MessageFields {
    content: MessageContent;
    id?: string;
    name?: string;
    additional_kwargs?: Record<string, unknown>;
    response_metadata?: Record<string, unknown>;
  }
  export interface AIMessageFields extends MessageFields {
    usage_metadata?: object;
  }
  export interface BaseMessage extends MessageFields {}
  export class BaseMessage {
    constructor(fields: MessageFields);
    getType(): string;
  }
  export class AIMessage extends BaseMessage {
    constructor(fields: AIMessageFields);
    tool_calls?: object[];
    usage_metadata?: object;
    get text(): string;
  }
  export class AIMessageChunk extends BaseMessage {
    tool_calls?: object[];
    tool_call_chunks?: object[];
  }
  export class HumanMessage extends BaseMessage {}
  export class ToolMessage extends BaseMessage {
    constructor(fields: MessageFields & Pick<ToolMessage, "tool_call_id" | "status">);
    tool_call_id: string;
    status?: "success" | "error";
    static isInstance(message: unknown): message is ToolMessage;
  }
}

declare module "@langchain/core/outputs" {
  import type { BaseMessage } from "@langchain/core/messages";

  export interface ChatResult {
    generations: { text: string; message: BaseMessage }[];
  }
  export class ChatGenerationChunk {
    constructor(fields: { text: string; message: BaseMessage });
    text: string;
    message: BaseMessage;
  }
}

declare module "@langchain/core/utils/types" {
  export function isInteropZodSchema(schema: unknown): boolean;
  export function interopSafeParseAsync(schema: unknown, input: unknown): Promise<{ success: boolean }>;
}

declare module "@langchain/core/utils/json_schema" {
  export class Validator {
    constructor(schema: unknown);
    validate(input: unknown): { valid: boolean };
  }
}

declare module "@langchain/langgraph" {
  export const END: "__end__";
  export class Command {
    static PARENT: string;
    constructor(params: object);
    graph?: string;
    goto?: unknown;
    update?: unknown;
  }
  export function getConfig(): { metadata?: Record<string, unknown>; recursionLimit?: number } | undefined;
  export function isCommand(value: unknown): value is Command;
  export function isGraphBubbleUp(error: unknown): boolean;
  export function interrupt(value: unknown): unknown;
}

declare module "@langchain/langgraph/prebuilt" {
  export class ToolNode {
    tools: { name: string }[];
  }
}

declare module "langchain" {
  import type { AIMessage, BaseMessage, ToolMessage } from "@langchain/core/messages";
  import type { Command } from "@langchain/langgraph";

  interface ModelRequest {
    model: object;
    messages: BaseMessage[];
    tools: { name?: unknown }[];
    toolChoice?: unknown;
    modelSettings?: Record<string, unknown>;
    responseFormat?: unknown;
    state: { messages: BaseMessage[] };
    runtime: { signal?: AbortSignal };
  }
  interface ToolCallRequest {
    toolCall: { name: string; args: Record<string, unknown>; id?: string };
    tool: { name: string } | undefined;
    state: { messages: BaseMessage[] };
  }
  type Output = ToolMessage | Command;
  export interface AgentMiddleware<_State, _Context> {
    name: string;
    wrapToolCall?: (
      request: ToolCallRequest,
      handler: (request: ToolCallRequest) => Output | Promise<Output>,
    ) => Output | Promise<Output>;
    wrapModelCall?: (
      request: ModelRequest,
      handler: (request: ModelRequest) => AIMessage | Promise<AIMessage>,
    ) => AIMessage | Promise<AIMessage>;
  }
}
