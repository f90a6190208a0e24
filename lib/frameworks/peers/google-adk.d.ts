/**
 * The part of `@google/adk` that lib/frameworks/adk*.ts use, to build without the package. Users have the real types, and
 * test/frameworks/peers checks the adapter against those.
 */
declare module "@google/adk" {
  type Fields = Record<string, unknown>;
  interface Content {
    role?: string;
    parts?: {
      text?: string;
      functionCall?: { name?: string };
      functionResponse?: { id?: string; name?: string; response?: Fields };
    }[];
  }
  export interface LlmResponse {
    content?: Content;
    errorCode?: string;
    errorMessage?: string;
    customMetadata?: Fields;
    partial?: boolean;
    usageMetadata?: { promptTokenCount?: number; candidatesTokenCount?: number; thoughtsTokenCount?: number };
  }
  export interface Event extends LlmResponse {
    author?: string;
    branch?: string;
    actions: { escalate?: boolean };
  }
  export function createEvent(params: LlmResponse & { invocationId: string; author: string; branch?: string }): Event;
  export function getFunctionCalls(event: Event): { id?: string; name?: string; args?: Fields }[];
  export interface InvocationContext {
    readonly invocationId: string;
    branch?: string;
    isolationScope?: string;
    readonly abortSignal?: AbortSignal;
    readonly session: { events: Event[] };
    readonly userContent?: Content;
  }
  export interface Context {
    readonly invocationContext: InvocationContext;
    readonly functionCallId?: string;
    readonly agentName: string;
    readonly actions: { escalate?: boolean };
  }
  interface ModelParams {
    callbackContext: Context;
    llmRequest: {
      model?: string;
      toolsDict: Record<string, object>;
      contents: Content[];
      config?: { tools?: object[]; toolConfig?: object; temperature?: number };
    };
  }
  interface ToolParams {
    tool: { readonly name: string; readonly isLongRunning: boolean };
    toolArgs: Fields;
    toolContext: Context;
  }
  export abstract class BasePlugin {
    readonly name: string;
    constructor(name: string);
    beforeRunCallback(params: { invocationContext: InvocationContext }): Promise<Content | undefined>;
    beforeModelCallback(params: ModelParams): Promise<LlmResponse | undefined>;
    afterModelCallback(params: {
      callbackContext: Context;
      llmResponse: LlmResponse;
    }): Promise<LlmResponse | undefined>;
    onModelErrorCallback(params: ModelParams & { error: Error }): Promise<LlmResponse | undefined>;
    beforeToolCallback(params: ToolParams): Promise<Fields | undefined>;
    afterToolCallback(params: ToolParams & { result: Fields }): Promise<Fields | undefined>;
    onToolErrorCallback(params: ToolParams & { error: Error }): Promise<Fields | undefined>;
    afterRunCallback(params: { invocationContext: InvocationContext }): Promise<void>;
  }
}
