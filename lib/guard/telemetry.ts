/** Metrics that count the messages on the diagnostics channels. */

import {
  type Attributes,
  type AttributeValue,
  type BatchObservableResult,
  type Meter,
  type MetricOptions,
  type Span,
  SpanStatusCode,
} from "@opentelemetry/api";
import type { LoopGuardStats } from "../base/types.ts";
import { isError } from "../base/value-types.ts";
import { ACTIONS } from "../core/layout.gen.ts";
import { type DetectionMessage, type ErrorMessage, type RecoveryMessage, whenRejected } from "../rules/diagnostics.ts";
import { isRefusal } from "../rules/verdict.ts";

/** OpenTelemetry's names for generative AI, else `tool_loop.*`. Written out, since the constants for those are not stable. */
export const Name = {
  toolName: "gen_ai.tool.name",
  callId: "gen_ai.tool.call.id",
  conversationId: "gen_ai.conversation.id",
  errorType: "error.type",

  detected: "tool_loop.detected",
  action: "tool_loop.action",
  detector: "tool_loop.detector",
  repeats: "tool_loop.repeats",
  cycleLength: "tool_loop.cycle_length",
  evidence: "tool_loop.evidence",
  strikes: "tool_loop.strikes",
  fingerprint: "tool_loop.fingerprint",
  shadow: "tool_loop.shadow",
  where: "tool_loop.where",
  rung: "tool_loop.rung",
  outcome: "tool_loop.outcome",
  guard: "tool_loop.guard",
} as const;

/** Replaces all values that do not get a series of their own. */
const OTHER = "_OTHER";

/** Longer names become `_OTHER`: no provider accepts such a name, so the model made it up. */
const LENGTH_MAX = 256;

/**
 * Limits the names that get a series of their own: a model can make up any number of tool names. `known`: how many names are
 * kept, first come, first served; or the list of names that are kept.
 */
export function knownNames(known: number | readonly string[]): (name: string) => string {
  const names = new Set(typeof known === "number" ? [] : known);
  const max = typeof known === "number" ? known : 0;
  return (name) => {
    if (names.has(name)) return name;
    if (names.size >= max || name.length > LENGTH_MAX) return OTHER;
    names.add(name);
    return name;
  };
}

/** What was written to a span so far. The span of a whole agent run gets many detections and has room for one. */
interface SpanMark {
  gravity: number;
  /** Attributes that we set, and so may change: the span did not have them. */
  ours: Set<string>;
}

/** Marks spans with the most severe detection, the last of equal ones. Tool and conversation that a span already names stay. */
export function spanMarker(): (span: Span | undefined, message: DetectionMessage) => void {
  const marks = new WeakMap<Span, SpanMark>();
  return (span, message) => {
    if (!span?.isRecording()) return;
    const { detection, verdict, shadow } = message;
    const gravity = shadow ? -1 : ACTIONS.indexOf(verdict.action);
    const mark = marks.get(span) ?? { gravity, ours: new Set() };
    if (gravity < mark.gravity) return;
    mark.gravity = gravity;
    marks.set(span, mark);

    const attributes = detectionAttributes(message);
    const identity = [
      [Name.toolName, detection.toolName],
      [Name.callId, detection.callId],
      [Name.conversationId, detection.runId],
    ] as const;
    for (const [name, value] of identity) {
      if (!mark.ours.has(name) && (value === undefined || ownAttribute(span, name) !== undefined)) continue;
      mark.ours.add(name);
      // An attribute cannot be removed; "" replaces the value of the earlier call.
      attributes[name] = value ?? "";
    }
    if (verdict.action === "abort" && !shadow) {
      attributes[Name.errorType] = "ERR_TOOL_LOOP";
      span.setStatus({ code: SpanStatusCode.ERROR, message: `Tool loop: ${detection.detector}` });
    }
    span.setAttributes(attributes);
  };
}

/** Names, counts and a keyed digest, but no texts: a custom detector may put anything into those. */
function detectionAttributes({ detection, verdict, shadow }: DetectionMessage): Attributes {
  return {
    [Name.detected]: true,
    [Name.action]: verdict.action,
    [Name.detector]: detection.detector,
    [Name.repeats]: detection.repeats,
    [Name.cycleLength]: detection.cycleLength,
    [Name.evidence]: detection.evidence,
    [Name.strikes]: detection.strikes,
    [Name.fingerprint]: detection.fingerprint,
    [Name.shadow]: shadow === true,
  };
}

/** An attribute that a span already has. The API can only write; spans of the SDK can also be read. */
function ownAttribute(span: Span, name: string): AttributeValue | undefined {
  return (span as { attributes?: Attributes }).attributes?.[name];
}

/** A `LoopGuard`, or one run of it. */
export interface ObservedGuard {
  stats(): LoopGuardStats;
}

/** Guards by name; `undefined`: the guard is gone, and is removed at the next collection. */
export type ObservedGuards = Map<string, ObservedGuard | undefined>;

const about = (unit: string, description: string): MetricOptions => ({ description, unit: `{${unit}}` });

/** Observes `guards` until the returned function is called. Closed guards are removed. */
export function observeGuards(meter: Meter, guards: ObservedGuards): () => void {
  const calls = meter.createObservableCounter("tool_loop.calls", about("call", "Tool calls that the guard judged"));
  const loops = meter.createObservableCounter("tool_loop.loops", about("loop", "Distinct loops that the guard found"));
  const kept = about("run", "Agent runs that the guard keeps a state of");
  const runs = meter.createObservableUpDownCounter("tool_loop.open_runs", kept);
  const saved = about("token", "Tokens of arguments and results that refused calls did not cost, estimated");
  // Not a counter: it is an estimate, which a new average can make smaller.
  const tokens = meter.createObservableGauge("tool_loop.saved_tokens", saved);
  const instruments = [calls, loops, runs, tokens];

  const observe = (result: BatchObservableResult) => {
    for (const [name, guard] of guards) {
      const stats = statsOf(guard);
      const attributes = { [Name.guard]: name };
      if (stats === undefined) {
        // An SDK may keep showing the last value, so the number of open runs is set to 0.
        result.observe(runs, 0, attributes);
        guards.delete(name);
        continue;
      }
      result.observe(calls, stats.calls, attributes);
      result.observe(loops, stats.loops.total, attributes);
      result.observe(runs, stats.runs, attributes);
      result.observe(tokens, stats.tokensSaved, attributes);
    }
  };
  meter.addBatchObservableCallback(observe, instruments);
  return () => meter.removeBatchObservableCallback(observe, instruments);
}

/** `undefined` for a guard that is gone or closed, or whose `stats()` fails. */
function statsOf(guard: ObservedGuard | undefined): LoopGuardStats | undefined {
  try {
    const stats: unknown = guard?.stats();
    whenRejected(stats, () => {});
    return typeof (stats as LoopGuardStats).loops.total === "number" ? (stats as LoopGuardStats) : undefined;
  } catch {
    return undefined;
  }
}

/** Loops are short when they are stopped, and long when nothing acts on them. */
const REPEATS_BUCKETS = [2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50, 100];

export interface LoopMetrics {
  detection(message: DetectionMessage): void;
  recovery(message: RecoveryMessage): void;
  error(message: ErrorMessage): void;
}

export function loopMetrics(meter: Meter, toolName: (name: string) => string, errorName: typeof toolName): LoopMetrics {
  const detected = about("detection", "Detections of tool-call loops, one for each strike");
  const detections = meter.createCounter("tool_loop.detections", detected);
  const refused = about("call", "Tool calls refused because they continue a loop");
  const refusedCalls = meter.createCounter("tool_loop.refused_calls", refused);
  const repeats = meter.createHistogram("tool_loop.repeats", {
    ...about("repetition", "How often the call, or the whole cycle, had been repeated at each detection"),
    advice: { explicitBucketBoundaries: REPEATS_BUCKETS },
  });
  const changed = about("request", "Requests that were changed to get a model out of a loop, and what became of them");
  const recoveries = meter.createCounter("tool_loop.recoveries", changed);
  const failed = about("error", "Errors inside guards and in the functions given to them; the calls were allowed");
  const errors = meter.createCounter("tool_loop.errors", failed);
  return {
    detection({ detection, verdict, ran, shadow }) {
      const by: Attributes = { [Name.detector]: detection.detector, [Name.shadow]: shadow === true };
      // Only these two attributes: a histogram has one series for each bucket and combination of attributes.
      repeats.record(detection.repeats, by);
      const attributes = { ...by, [Name.action]: verdict.action, [Name.toolName]: toolName(detection.toolName) };
      detections.add(1, attributes);
      if (isRefusal(verdict.action) && !ran && !shadow) refusedCalls.add(1, attributes);
    },
    recovery: ({ recovery: { rung, outcome, detection } }) =>
      recoveries.add(1, { [Name.rung]: rung, [Name.outcome]: outcome, [Name.toolName]: toolName(detection.toolName) }),
    error: ({ error, where }) => errors.add(1, { [Name.where]: where, [Name.errorType]: errorName(errorType(error)) }),
  };
}

/** The code of an error, or its name. */
function errorType(error: unknown): string {
  if (!isError(error)) return OTHER;
  const { code } = error as { code?: unknown };
  return typeof code === "string" ? code : error.name;
}
