/** Writes detections to spans, as attributes. */
import { type Attributes, type AttributeValue, type Span, SpanStatusCode } from "@opentelemetry/api";
import { ACTIONS } from "../core/layout.gen.ts";
import type { DetectionMessage } from "../report/diagnostics.ts";
import { Name } from "./names.ts";

/** What was written to a span so far. The span of a whole agent run gets many detections and has room for one. */
interface SpanMark {
  gravity: number;
  /** Attributes that we set, and so may change: the span did not have them. */
  ours: Set<string>;
}

export class MarkedSpans {
  readonly #marks = new WeakMap<Span, SpanMark>();

  /**
   * Keeps the most severe detection, the last of equal ones. Tool and conversation that the span already names stay.
   */
  mark(span: Span, message: DetectionMessage): void {
    if (!span.isRecording()) return;
    const { detection, verdict, shadow } = message;
    const gravity = shadow ? -1 : ACTIONS.indexOf(verdict.action);
    const mark = this.#marks.get(span) ?? { gravity, ours: new Set() };
    if (gravity < mark.gravity) return;
    mark.gravity = gravity;
    this.#marks.set(span, mark);

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
  }
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
