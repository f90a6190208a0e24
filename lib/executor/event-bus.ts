/** The typed event bus of a run, with the events of Agentium's, and the types of calls. */

import type { Bytes } from "../base/platform.ts";
import type { LoopDetection, Verdict } from "../base/types.ts";
import { publishError, whenRejected } from "../rules/diagnostics.ts";
import { attempt } from "../rules/verdict.ts";

/** One tool call that a model asked for. */
export interface ToolCall {
  /** The model's id for this call. */
  id: string;
  /** The tool's name. */
  name: string;
  /** Parsed; for JSON text see `RawToolCall`. */
  arguments: Record<string, unknown>;
  /** `true`: loop detection does not count this call. @default false */
  retryable?: boolean;
}

/** A call whose arguments are still JSON text, as the model sent it; the executor parses it. */
export interface RawToolCall extends Omit<ToolCall, "arguments"> {
  /** JSON text. */
  arguments: string;
}

/** Something other than text that a tool produced. */
export interface ToolArtifact {
  type: string;
  data: unknown;
  mimeType?: string;
}

/** `ToolArtifact`, by its name in Agentium. */
export type Artifact = ToolArtifact;

/** A tool's result, if it is more than text. `content` is what the model sees. */
export interface ToolResult {
  content: string;
  artifacts?: ToolArtifact[];
}

/** The result of `executeAll` for one call. */
export interface ToolCallResult {
  /** The `id` of the call. */
  toolCallId: string;
  /** The `name` of the call. */
  toolName: string;
  /** For the model: what the tool returned, or why it did not run. */
  result: string | ToolResult;
  /** The error if the call did not succeed; `"loop-detected"` if loop detection refused it. */
  error?: string;
}

/**
 * What Agentium types as a zod schema or `unknown`, and what takes more than that here. Only `any` can be both: this
 * package does not import zod, whose version is yours.
 */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type Untyped = any;

/**
 * The events of Agentium 2.6's bus, so that what is written for it compiles. `EventMap` names those that are emitted.
 */

interface Usage {
  promptTokens: number;
  completionTokens: number;
  totalTokens: number;
  reasoningTokens?: number;
  cachedTokens?: number;
  cacheWriteTokens?: number;
  audioInputTokens?: number;
  audioOutputTokens?: number;
  providerMetrics?: Record<string, unknown>;
}

/** The output of an Agentium agent. */
interface RunOutput {
  text: string;
  toolCalls: ToolCallResult[];
  usage: Usage;
  structured?: unknown;
  thinking?: string;
  durationMs?: number;
  runId?: string;
  agentName?: string;
  sessionId?: string;
  userId?: string;
  model?: string;
  modelProvider?: string;
  status?: "completed" | "error" | "stopped" | "cancelled";
  createdAt?: number;
  metrics?: {
    inputTokens: number;
    outputTokens: number;
    totalTokens: number;
    reasoningTokens?: number;
    cachedTokens?: number;
    audioInputTokens?: number;
    audioOutputTokens?: number;
    timeToFirstTokenMs?: number;
    durationMs?: number;
  };
  messages?: ChatMessage[];
  responseId?: string;
  followupSuggestions?: string[];
}

interface ChatMessage {
  role: "system" | "user" | "assistant" | "tool";
  content: string | ContentPart[] | null;
  toolCalls?: ToolCall[];
  toolCallId?: string;
  name?: string;
}

type ContentPart =
  | { type: "text"; text: string }
  | { type: "image"; data: string; mimeType?: "image/png" | "image/jpeg" | "image/gif" | "image/webp" }
  | { type: "audio"; data: string; mimeType?: "audio/mp3" | "audio/wav" | "audio/ogg" | "audio/webm" }
  | { type: "file"; data: string; mimeType: string; filename?: string };

type OfRun<More = unknown> = { runId: string } & More;
type OfAgent<More = unknown> = { agentName: string } & More;
type OfAgentRun<More = unknown> = OfRun<OfAgent<More>>;
type SessionCategory = "light" | "medium" | "heavy" | "extreme";

/** Names and payloads of what an Agentium bus carries. A type, because an interface would not fit into a `Record`. */
export type AgentEventMap = {
  "tool.call": OfRun<{ toolName: string; args: unknown }>;
  "tool.result": OfRun<{ toolName: string; result: unknown }>;
  "tool.approval.request": OfAgentRun<{ requestId: string; toolName: string; args: unknown }>;
  "tool.approval.response": { requestId: string; approved: boolean; reason?: string };

  "run.start": OfAgentRun<{ input: string }>;
  "run.complete": OfRun<{ output: RunOutput }>;
  "run.error": OfRun<{ error: Error }>;
  "run.stream.chunk": OfRun<{ chunk: string }>;
  "run.cancelled": OfAgentRun;
  "loop.roundtrip.complete": OfRun<{ roundtrip: number; tokensSoFar: Usage }>;
  "loop.budget.exceeded": OfAgentRun<{ roundtrip: number }>;
  "checkpoint.saved": OfRun<{ checkpointId: string; roundtrip: number }>;
  "checkpoint.rollback": OfRun<{ checkpointId: string }>;
  "trace.complete": { traceId: string };

  "team.delegate": OfRun<{ memberId: string; task: string }>;
  "workflow.step": OfRun<{ stepName: string; status: "start" | "done" | "error" }>;
  "handoff.transfer": OfRun<{ fromAgent: string; toAgent: string; reason: string }>;
  "handoff.complete": OfRun<{ chain: string[]; finalAgent: string }>;

  "cost.tracked": OfAgentRun<{ modelId: string; usage: Usage }>;
  "cost.budget.exceeded": OfAgentRun<{ budget: string; current: number; limit: number }>;
  "cache.hit": OfAgent<{ input: string; cachedId: string }>;
  "cache.miss": OfAgent<{ input: string }>;
  "context.compressed": OfRun<{ beforeTokens: number; afterTokens: number }>;
  "context.compacted": OfRun<{ beforeTokens: number; afterTokens: number; strategy: string }>;
  "context.curated": OfRun<{ originalCount: number; curatedCount: number; failedRemoved: number }>;
  "pii.scrubbed": OfRun<{ fieldsCount: number }>;

  "model.fallback": { from: string; to: string; error: string };
  "model.circuit.open": { provider: string; modelId: string; failureCount: number };
  "model.circuit.close": { provider: string; modelId: string };
  "model.routed": { tier: number; complexity: number; modelId: string };
  "reflection.critique": OfRun<{ pass: boolean; score: number; feedback: string }>;
  "reflection.loop.escaped": OfRun<{ tool: string; repeatCount: number }>;
  "reflection.postmortem": OfRun<{ lesson: string; category: string }>;
  "version.created": OfAgent<{ versionId: string }>;
  "ab.routed": { testName: string; variant: "control" | "variant"; userId?: string };
  "ab.metrics": { testName: string; control: Record<string, number>; variant: Record<string, number> };
  "shadow.compared": OfAgent<{ match: boolean; similarity: number }>;

  "memory.extract": OfAgent<{ sessionId: string; userId?: string }>;
  "memory.stored": OfAgent<{ store: string; key: string }>;
  "memory.error": OfAgent<{ store: string; error: Error }>;
  "memory.fact.added": { userId: string; fact: string; source: "auto" | "manual"; importance?: number };
  "memory.fact.invalidated": { userId: string; factId: string; reason: string };
  "memory.fact.consolidated": { userId: string; mergedCount: number; resultFact: string };
  "memory.graph.node.added": { nodeId: string; type: string; name: string };
  "memory.graph.edge.added": { edgeId: string; sourceId: string; targetId: string; type: string };
  "memory.procedure.recorded": { trigger: string; stepCount: number };
  "memory.context.built": { sessionId: string; totalTokens: number; sections: Record<string, number> };
  "memory.recall": { query: string; resultCount: number; topScore: number };
  "memory.correction.recorded": OfAgent<{ correctionId: string; field?: string; entityKey?: string; runId?: string }>;
  "memory.learning.invalidated": OfAgent<{ learningIds: string[]; supersededBy: string }>;
  "skill.loaded": { skillName: string; source: string };
  "skill.learned": OfAgent<{ skillName: string }>;

  "voice.connected": OfAgent;
  "voice.audio": OfAgent<{ data: Bytes }>;
  "voice.transcript": OfAgent<{ text: string; role: "user" | "assistant" }>;
  "voice.tool.call": OfAgent<{ toolName: string; args: unknown }>;
  "voice.tool.result": OfAgent<{ toolName: string; result: string }>;
  "voice.error": OfAgent<{ error: Error }>;
  "voice.disconnected": OfAgent;
  "browser.screenshot": { data: Bytes };
  "browser.action": { action: unknown };
  "browser.step": { index: number; action: unknown; pageUrl: string; screenshot: Bytes };
  "browser.done": { result: string; success: boolean; steps: unknown[] };
  "browser.error": { error: Error };

  "capacity.session.classified": {
    sessionId: string;
    category: SessionCategory;
    totalTokens: number;
    previousCategory?: SessionCategory;
  };
  "capacity.warning": {
    type: "kv_pressure" | "session_limit";
    message: string;
    estimatedKvGb: number;
    sessionCount: number;
  };
  "metrics.snapshot": { timestamp: number };
  "compliance.audit.logged": { entryId: string; action: string; agentName: string };
  "compliance.erasure": { userId: string; storesErased: number; entriesAnonymized: number };
  "compliance.retention.purged": { purgedCount: number };
  "tenant.scoped": OfAgent<{ tenantId: string }>;
  "rateLimit.throttled": { scope: string; limitType: string; resetMs: number };
  "rateLimit.degraded": { scope: string; originalModel: string; degradedModel: string };
  "rateLimit.rejected": { scope: string; reason: string };
  "schedule.fired": OfAgent<{ scheduleId: string }>;
  "schedule.completed": OfAgent<{ scheduleId: string; runCount: number }>;
  "schedule.error": OfAgent<{ scheduleId: string; error: Error }>;
  "trigger.fired": OfAgent<{ triggerId: string; event: string }>;
};

/** A request for a human's approval. */
export interface ApprovalRequest {
  requestId: string;
  toolName: string;
  /** The arguments of the call, as the model sent them. */
  args: Untyped;
  agentName: string;
  runId: string;
  /** The detection, if loop detection (the verdict `ask`) is the reason for the request. */
  detection?: LoopDetection;
}

export interface ApprovalDecision {
  approved: boolean;
  /** Of a call in a loop that is denied: what the model is told. */
  reason?: string;
  /** Of a call in a loop: see `LoopDecision`. */
  more?: number;
}

export interface ApprovalResponse extends ApprovalDecision {
  requestId: string;
}

/**
 * The events and their payloads. Those declared here are emitted; the inherited ones are Agentium's. Add your own by
 * declaration merging.
 */
export interface EventMap extends AgentEventMap {
  /** A call that loop detection allows, before its tool runs. */
  "tool.call": { runId: string; toolName: string; args: Record<string, unknown> };
  /** `result` is the text that the model sees, with the prefix `[cached] ` if it comes from the cache. */
  "tool.result": { runId: string; toolName: string; result: string };
  /** A human must decide. */
  "tool.approval.request": ApprovalRequest;
  /** What was decided, by whomever. */
  "tool.approval.response": ApprovalResponse;
  /** A loop was found, whatever the verdict: in shadow mode too. */
  "loop.detected": { runId: string; detection: LoopDetection; verdict: Verdict };
  /** A listener of `event` threw. */
  error: { error: unknown; event: string };
}

/** What anyone may emit: the payloads of `EventMap`, and those of Agentium's types, which are wider. */
type Emitted = AgentEventMap & Partial<Omit<EventMap, keyof AgentEventMap>>;

type Listener<Payload> = (payload: Payload) => unknown;
interface Entry {
  listener: Listener<never>;
  once: boolean;
}

/**
 * A bus with the events of `EventMap`, made by `new EventBus()`.
 *
 * Each method has two signatures: the second has Agentium's payloads, and TypeScript compares overloads without the
 * names of events, so that Agentium's bus, and a subclass whose methods name Agentium's events, fit.
 */
export interface EventBus {
  on<Name extends keyof EventMap>(event: Name, listener: Listener<EventMap[Name]>): this;
  on<Name extends keyof EventMap>(event: Name, listener: Listener<Emitted[Name]>): this;
  once<Name extends keyof EventMap>(event: Name, listener: Listener<EventMap[Name]>): this;
  once<Name extends keyof EventMap>(event: Name, listener: Listener<Emitted[Name]>): this;
  /**
   * Removes a listener that `on` or `once` added. If it was added several times, the last one, as in Node's emitters.
   */
  off<Name extends keyof EventMap>(event: Name, listener: Listener<EventMap[Name]>): this;
  off<Name extends keyof EventMap>(event: Name, listener: Listener<Emitted[Name]>): this;
  /** Calls the listeners; gives whether there were any. */
  emit<Name extends keyof EventMap>(event: Name, payload: EventMap[Name]): boolean;
  emit<Name extends keyof EventMap>(event: Name, payload: Emitted[Name]): boolean;
  removeAllListeners(event?: keyof EventMap): this;
}

/**
 * A small event emitter. Listeners are called synchronously, in the order in which they were added. What a listener
 * throws or rejects with becomes an `error` event and never reaches the run.
 *
 * The class is separate from its interface, because a type with private members fits no other class.
 *
 * @example
 * const bus = new EventBus();
 * bus.on("loop.detected", ({ detection }) => metrics.increment(detection.detector));
 */
export const EventBus: new () => EventBus = class EventBus {
  readonly #entries = new Map<string, readonly Entry[]>();

  on(event: string, listener: Listener<never>): this {
    return this.#add(event, { listener, once: false });
  }

  once(event: string, listener: Listener<never>): this {
    return this.#add(event, { listener, once: true });
  }

  off(event: string, listener: Listener<never>): this {
    const entries = this.#entries.get(event) ?? [];
    const entry = entries.findLast((candidate) => candidate.listener === listener);
    if (entry !== undefined) this.#remove(event, entry);
    return this;
  }

  emit(event: string, payload: unknown): boolean {
    const entries = this.#entries.get(event);
    if (entries === undefined) return false;
    // The array is replaced, never changed, so listeners may add and remove listeners meanwhile.
    for (const entry of entries) {
      if (entry.once) this.#remove(event, entry);
      try {
        const returned = (entry.listener as Listener<unknown>)(payload);
        whenRejected(returned, (error) => this.#failed(event, error));
      } catch (error) {
        this.#failed(event, error);
      }
    }
    return true;
  }

  removeAllListeners(event?: string): this {
    if (event === undefined) this.#entries.clear();
    else this.#entries.delete(event);
    return this;
  }

  #add(event: string, entry: Entry): this {
    this.#entries.set(event, [...(this.#entries.get(event) ?? []), entry]);
    return this;
  }

  #remove(event: string, entry: Entry): void {
    const left = (this.#entries.get(event) ?? []).filter((candidate) => candidate !== entry);
    if (left.length > 0) this.#entries.set(event, left);
    else this.#entries.delete(event);
  }

  #failed(event: string, error: unknown): void {
    if (event !== "error") this.emit("error", { error, event });
  }
};

/**
 * Emits an event on a bus of any class. Another class may let a listener's error out of `emit`: it is published on
 * `loopguard:error` and never reaches the run.
 */
export function tell<Name extends keyof EventMap>(bus: EventBus, event: Name, payload: EventMap[Name]): void {
  const fail = (error: unknown): void => void publishError(error, "eventBus");
  const emitted = () => (bus as { emit(event: string, payload: unknown): unknown }).emit(event, payload);
  attempt(() => whenRejected(emitted(), fail), undefined, "eventBus");
}

/** Emits an event of a run. A context without a bus is an error on `loopguard:error`, and does not fail the call. */
export function emit<Name extends "tool.call" | "tool.result" | "loop.detected">(
  ctx: { readonly runId: string; readonly eventBus: EventBus },
  event: Name,
  payload: Omit<EventMap[Name], "runId">,
): void {
  const act = () => tell(ctx.eventBus, event, { runId: ctx.runId, ...payload } as EventMap[Name]);
  attempt(act, undefined, "eventBus");
}
