/**
 * What code that is typed by Agentium 2.6 declares: the public interface of its tool layer, written after its documentation
 * and its names. The private members are there because they make its classes nominal.
 */
import type { z } from "zod3";

export type AgentEventMap = {
  "run.start": { runId: string; agentName: string; input: string };
  "run.stream.chunk": { runId: string; chunk: string };
  "tool.call": { runId: string; toolName: string; args: unknown };
  "tool.result": { runId: string; toolName: string; result: unknown };
  "tool.approval.request": { requestId: string; toolName: string; args: unknown; agentName: string; runId: string };
  "tool.approval.response": { requestId: string; approved: boolean; reason?: string };
};

type EventKey = keyof AgentEventMap;

export declare class EventBus {
  private emitter;
  on<K extends EventKey>(event: K, handler: (data: AgentEventMap[K]) => void): this;
  once<K extends EventKey>(event: K, handler: (data: AgentEventMap[K]) => void): this;
  off<K extends EventKey>(event: K, handler: (data: AgentEventMap[K]) => void): this;
  emit<K extends EventKey>(event: K, data: AgentEventMap[K]): boolean;
  removeAllListeners(event?: EventKey): this;
}

export declare class RunContext {
  readonly runId: string;
  readonly sessionId: string;
  readonly userId?: string;
  readonly tenantId?: string;
  readonly metadata: Record<string, unknown>;
  readonly eventBus: EventBus;
  sessionState: Record<string, unknown>;
  readonly signal?: AbortSignal;
  readonly dependencies: Record<string, string>;
  constructor(opts: { sessionId: string; eventBus: EventBus; runId?: string; dependencies?: Record<string, string> });
  getState<T>(key: string): T | undefined;
  setState(key: string, value: unknown): void;
}

export interface Artifact {
  type: string;
  data: unknown;
  mimeType?: string;
}
export interface ToolResult {
  content: string;
  artifacts?: Artifact[];
}
export interface ToolCacheConfig {
  ttl: number;
}
export interface SandboxConfig {
  enabled?: boolean;
  timeout?: number;
  maxMemoryMB?: number;
  allowNetwork?: boolean;
  allowFS?: boolean | { readOnly?: string[]; readWrite?: string[] };
  env?: Record<string, string>;
}
export interface ToolDef {
  name: string;
  description: string;
  // biome-ignore lint/suspicious/noExplicitAny: as it is there
  parameters: z.ZodObject<any>;
  execute: (args: Record<string, unknown>, ctx: RunContext) => Promise<string | ToolResult>;
  rawJsonSchema?: Record<string, unknown>;
  cache?: ToolCacheConfig;
  sandbox?: boolean | SandboxConfig;
  requiresApproval?: boolean | ((args: Record<string, unknown>) => boolean);
  strict?: boolean;
  inputExamples?: Array<Record<string, unknown>>;
  toModelOutput?: (result: string | ToolResult, ctx: RunContext) => Promise<string | ToolResult>;
}
export interface ToolCall {
  id: string;
  name: string;
  arguments: Record<string, unknown>;
}
export interface ToolCallResult {
  toolCallId: string;
  toolName: string;
  result: string | ToolResult;
  error?: string;
}

export interface ApprovalRequest {
  requestId: string;
  toolName: string;
  args: unknown;
  agentName: string;
  runId: string;
}
export interface ApprovalDecision {
  approved: boolean;
  reason?: string;
}
export interface ApprovalConfig {
  policy: "none" | "all" | string[];
  onApproval?: (request: ApprovalRequest) => Promise<ApprovalDecision>;
  timeout?: number;
  timeoutAction?: "approve" | "deny" | "throw";
}

export interface ToolExecutorConfig {
  concurrency?: number;
  sandbox?: boolean | SandboxConfig;
  approval?: ApprovalConfig & { eventBus?: EventBus };
  agentName?: string;
  onToolCall?: (ctx: RunContext, toolName: string, args: unknown) => Promise<void>;
  artifacts?: { maxToolOutputBytes: number; previewChars: number };
  loopDetection?: { maxRepeats: number; action: "abort" | "hint" };
}
export declare class ToolExecutor {
  private tools;
  constructor(tools: ToolDef[], configOrConcurrency?: number | ToolExecutorConfig);
  executeAll(toolCalls: ToolCall[], ctx: RunContext): Promise<ToolCallResult[]>;
}
export declare class ToolLoopError extends Error {
  readonly toolName: string;
  readonly repeats: number;
  constructor(toolName: string, repeats: number);
}
export declare class ApprovalManager {
  private pending;
  listPending(): ApprovalRequest[];
  approve(requestId: string, reason?: string): void;
  deny(requestId: string, reason?: string): void;
}
