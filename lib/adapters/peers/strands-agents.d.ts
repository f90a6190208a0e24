/**
 * The part of `@strands-agents/sdk` that lib/adapters/strands*.ts use, to build without the package. Users have the
 * real types, and test/frameworks/peers checks the adapter against those.
 */
declare module "@strands-agents/sdk" {
  export interface LocalAgent {
    addHook<T extends object>(
      eventType: abstract new (...args: never[]) => T,
      callback: (event: T) => void | Promise<void>,
      options?: { order?: number },
    ): () => void;
  }
  export interface Plugin {
    readonly name: string;
    initAgent(agent: LocalAgent): void | Promise<void>;
  }
  export interface AgentResult {
    readonly stopReason: string;
  }
  export class TextBlock {
    readonly type: "textBlock";
    readonly text: string;
    constructor(text: string);
  }
  export interface ToolUseBlock {
    readonly type: "toolUseBlock";
    readonly toolUseId: string;
  }
  export type ContentBlock = ToolUseBlock | { readonly type: "textBlock" } | { readonly type: "toolResultBlock" };
  export interface Message {
    readonly content: ContentBlock[];
  }
  export type ToolResultContent = TextBlock | { readonly type: "jsonBlock"; readonly json: unknown };
  interface ToolResultFields {
    readonly toolUseId: string;
    readonly status: "success" | "error";
    readonly content: ToolResultContent[];
    readonly error?: Error;
  }
  export class ToolResultBlock implements ToolResultFields {
    readonly toolUseId: string;
    readonly status: "success" | "error";
    readonly content: ToolResultContent[];
    readonly error?: Error;
    constructor(data: ToolResultFields);
  }
  interface Invoked {
    readonly invocationState: Record<string, unknown>;
  }
  export class BeforeInvocationEvent {
    readonly invocationState: Invoked["invocationState"];
  }
  export class AfterInvocationEvent {
    readonly invocationState: Invoked["invocationState"];
    resume: unknown;
  }
  export class AgentResultEvent {
    readonly result: AgentResult;
  }
  export class BeforeModelCallEvent {
    readonly model: unknown;
  }
  export class BeforeToolsEvent {
    readonly message: Message;
  }
  export class AfterToolsEvent {
    readonly invocationState: Invoked["invocationState"];
    endTurn: boolean | string | ContentBlock[];
  }
  export class BeforeToolCallEvent {
    readonly toolUse: { name: string; toolUseId: string; input: unknown };
    readonly tool: object | undefined;
    readonly selectedTool: object | undefined;
    cancel: boolean | string;
  }
  export class AfterToolCallEvent {
    readonly toolUse: { name: string; toolUseId: string; input: unknown };
    result: ToolResultBlock;
    readonly error?: Error;
    readonly retry?: boolean;
  }
}
