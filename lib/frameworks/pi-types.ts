/**
 * The parts of pi's types that are used here. Written down, because pi's own exist under several names of packages;
 * test/agents checks them against the real ones.
 */

/** A part of a message's content. */
export interface PiPart {
  readonly type: string;
  readonly text?: string | undefined;
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly arguments?: unknown;
}

/** A message of any role. */
export interface PiMessage {
  readonly role: string;
  readonly content?: unknown;
  readonly toolCallId?: string | undefined;
  readonly isError?: boolean | undefined;
  readonly stopReason?: string | undefined;
  readonly errorMessage?: string | undefined;
  readonly usage?: unknown;
  readonly timestamp?: number;
  /** Of a system's message: which tools the model may call from there on. */
  readonly toolsAdded?: readonly { readonly name: string }[] | undefined;
  readonly toolsRemoved?: readonly { readonly name: string }[] | undefined;
}

/** How an abort ends the agent's work. */
export interface PiGuardOptions {
  /** `"stop"`: at once. `"answer"`: after one last request without tools, whose answer stays. Default `"stop"`. */
  onAbort?: "stop" | "answer";
  /** As in `AdapterOptions`. */
  more?: number;
}

/** A step of a response that streams. */
export interface PiWriting {
  readonly type: string;
  readonly delta?: string | undefined;
}

export interface PiContext {
  readonly hasUI: boolean;
  readonly ui: { confirm(title: string, message: string): Promise<boolean> };
  readonly signal: AbortSignal | undefined;
  readonly sessionManager: {
    getSessionId(): string;
    /** What the model is shown: of a compacted branch, what is left of it. */
    buildSessionProjection(): { readonly messages: readonly object[] };
  };
  abort(): void;
}

/** Why a call does not run. */
export interface PiBlock {
  block: true;
  reason: string;
}

/** What pi gives an extension. `on` has an overload for each event there, of which only the real type fits all. */
export interface PiExtensionAPI {
  on(event: never, handler: never): unknown;
  sendMessage(
    message: { customType: string; content: string; display: boolean },
    options: { triggerTurn: boolean },
  ): unknown;
}

export interface PiAgentEvent {
  readonly type: string;
  readonly message?: PiMessage;
}

/** An `Agent` of pi-agent-core. */
export interface PiAgent {
  readonly state?: object;
  transformContext?: ((messages: never[], signal?: AbortSignal) => Promise<object[]>) | undefined;
  beforeToolCall?: ((context: never, signal: never) => Promise<unknown>) | undefined;
  subscribe(listener: (event: PiAgentEvent, signal: AbortSignal) => Promise<void>): unknown;
  abort(): void;
}
