/**
 * The part of `@google/adk` that lib/adapters/adk*.ts use, to build without the package. Users have the real types, and
 * test/frameworks/peers checks the adapter against those.
 */
declare module "@google/adk" {
  interface FunctionCall {
    id?: string;
    name?: string;
    args?: Record<string, unknown>;
  }
  interface FunctionResponse {
    id?: string;
    name?: string;
    response?: Record<string, unknown>;
  }
  interface Content {
    role?: string;
    parts?: { functionResponse?: FunctionResponse }[];
  }
  export interface LlmResponse {
    content?: Content;
    errorCode?: string;
    errorMessage?: string;
    customMetadata?: { [key: string]: unknown };
  }
  export interface LlmRequest {
    toolsDict: Record<string, object>;
  }
  export interface Event extends LlmResponse {
    author?: string;
    branch?: string;
    actions: { escalate?: boolean };
  }
  export function createEvent(params: {
    invocationId: string;
    author: string;
    branch?: string;
    content: Content;
  }): Event;
  export function getFunctionCalls(event: Event): FunctionCall[];
  export interface InvocationContext {
    readonly invocationId: string;
    branch?: string;
    isolationScope?: string;
    readonly session: { events: Event[] };
  }
  export interface Context {
    readonly invocationContext: InvocationContext;
    readonly functionCallId?: string;
    readonly agentName: string;
    readonly actions: { escalate?: boolean };
  }
  export interface BaseTool {
    readonly name: string;
    readonly isLongRunning: boolean;
  }
  interface ToolCallParams {
    tool: BaseTool;
    toolArgs: Record<string, unknown>;
    toolContext: Context;
  }
  export abstract class BasePlugin {
    readonly name: string;
    constructor(name: string);
    beforeModelCallback(params: { callbackContext: Context; llmRequest: LlmRequest }): Promise<LlmResponse | undefined>;
    onModelErrorCallback(params: {
      callbackContext: Context;
      llmRequest: LlmRequest;
      error: Error;
    }): Promise<LlmResponse | undefined>;
    beforeToolCallback(params: ToolCallParams): Promise<Record<string, unknown> | undefined>;
    afterToolCallback(
      params: ToolCallParams & { result: Record<string, unknown> },
    ): Promise<Record<string, unknown> | undefined>;
    onToolErrorCallback(params: ToolCallParams & { error: Error }): Promise<Record<string, unknown> | undefined>;
    afterRunCallback(params: { invocationContext: InvocationContext }): Promise<void>;
  }
}
