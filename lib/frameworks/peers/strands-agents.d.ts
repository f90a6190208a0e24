/**
 * The part of `@strands-agents/sdk` that lib/frameworks/strands*.ts use, to build without the package. Users have the
 * real types, and test/frameworks/peers checks the adapter against those.
 */
declare module "@strands-agents/sdk" {
  export interface LocalAgent {
    addHook<T extends object>(
      eventType: abstract new (...args: never[]) => T,
      callback: (event: T) => void | Promise<void>,
      options?: { order?: number },
    ): () => void;
    addMiddleware<C, R>(
      stage: Stage<C, R>,
      handler: (context: C, next: (context: C) => AsyncGenerator<never, R>) => AsyncGenerator<never, R>,
    ): () => void;
    readonly messages: Message[];
    readonly cancelSignal: AbortSignal;
    readonly toolRegistry: { list(): { readonly name: string }[] };
  }
  export interface Agent extends LocalAgent {}
  export abstract class Agent {}
  interface Stage<C, R> {
    readonly _types?: { context: C; result: R };
  }
  export interface InvokeModelContext {
    readonly model: object;
    readonly messages: readonly Message[];
    readonly toolSpecs: readonly { readonly name: string }[];
    readonly toolChoice?: object;
    readonly invocationState: Record<string, unknown>;
  }
  export interface InvokeModelResult {
    readonly result: { message: Message; stopReason: string };
  }
  export const InvokeModelStage: Stage<InvokeModelContext, InvokeModelResult>;
  export interface Plugin {
    readonly name: string;
    initAgent(agent: LocalAgent): void | Promise<void>;
  }
  export class TextBlock {
    readonly type: "textBlock";
    readonly text: string;
    constructor(text: string);
  }
  export type ContentBlock =
    | { readonly type: "toolUseBlock"; readonly toolUseId: string; readonly name: string; readonly input: unknown }
    | { readonly type: "reasoningBlock"; readonly text?: string }
    | { readonly type: "cachePointBlock" }
    | TextBlock
    | ToolResultBlock;
  export class Message {
    readonly role: "user" | "assistant";
    readonly content: ContentBlock[];
    readonly metadata?: { usage?: { inputTokens: number; outputTokens: number } };
    constructor(data: Pick<Message, "role" | "content" | "metadata">);
  }
  export type ToolResultContent = TextBlock | { readonly type: "jsonBlock"; readonly json: unknown };
  export class ToolResultBlock {
    readonly type: "toolResultBlock";
    readonly toolUseId: string;
    readonly status: "success" | "error";
    readonly content: ToolResultContent[];
    readonly error?: Error;
    constructor(data: Pick<ToolResultBlock, "toolUseId" | "status" | "content" | "error">);
  }
  export class BeforeInvocationEvent {
    readonly invocationState: Record<string, unknown>;
  }
  export class AfterInvocationEvent extends BeforeInvocationEvent {
    resume: unknown;
  }
  export class AgentResultEvent {
    readonly result: { readonly stopReason: string; readonly invocationState: Record<string, unknown> };
  }
  export class BeforeModelCallEvent {
    readonly model: unknown;
  }
  export class AfterModelCallEvent {
    readonly stopData?: { readonly message: Message };
  }
  export class BeforeToolsEvent {
    readonly message: Message;
  }
  export class AfterToolsEvent {
    readonly invocationState: Record<string, unknown>;
    endTurn: boolean | string | ContentBlock[];
  }
  export class BeforeToolCallEvent {
    readonly toolUse: { name: string; toolUseId: string; input: unknown };
    readonly tool: object | undefined;
    readonly selectedTool: object | undefined;
    cancel: boolean | string;
  }
  export class AfterToolCallEvent {
    readonly toolUse: BeforeToolCallEvent["toolUse"];
    result: ToolResultBlock;
    readonly error?: Error;
    readonly retry?: boolean;
  }
}
