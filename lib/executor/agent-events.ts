/**
 * The events of Agentium 2.6's bus, so that what is written for it compiles. `EventMap` names those that are emitted.
 */

import type { Bytes } from "../base/platform.ts";
import type { ToolCall, ToolCallResult } from "./tool-call.ts";

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
