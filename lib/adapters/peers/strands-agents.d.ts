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
  export abstract class Agent implements LocalAgent {
    readonly addHook: LocalAgent["addHook"];
  }
  export interface Plugin {
    readonly name: string;
    initAgent(agent: LocalAgent): void | Promise<void>;
  }
  export class TextBlock {
    readonly type: "textBlock";
    readonly text: string;
    constructor(text: string);
  }
  type ContentBlock =
    | { readonly type: "toolUseBlock"; readonly toolUseId: string }
    | { readonly type: "textBlock" | "toolResultBlock" };
  export interface Message {
    readonly content: ContentBlock[];
  }
  export type ToolResultContent = TextBlock | { readonly type: "jsonBlock"; readonly json: unknown };
  export class ToolResultBlock {
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
    readonly result: { readonly stopReason: string };
  }
  export class BeforeModelCallEvent {
    readonly model: unknown;
  }
  export class AfterModelCallEvent {
    readonly stopData?: {
      readonly message: { readonly metadata?: { usage?: { inputTokens: number; outputTokens: number } } };
    };
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
