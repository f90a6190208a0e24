/** What a detection leaves on a span. */
import { type Attributes, type AttributeValue, type Span, SpanStatusCode } from "@opentelemetry/api";
import { ACTIONS } from "../core/layout.gen.ts";
import { Name } from "./names.ts";
import type { ToldDetection } from "./told-detection.ts";

/** What spans tell of so far. A span of a whole agent run sees many detections and has room for one. */
interface Told {
  gravity: number;
  /** Attributes that are ours to change: the span had none of its own. */
  ours: Set<string>;
}

export class MarkedSpans {
  readonly #told = new WeakMap<Span, Told>();

  /** The gravest detection stays, of equals the last; what a span says of its tool and conversation itself stays too. */
  mark(span: Span, message: ToldDetection): void {
    if (!span.isRecording()) return;
    const { detection, verdict, shadow } = message;
    const gravity = shadow ? -1 : ACTIONS.indexOf(verdict.action);
    const told = this.#told.get(span) ?? { gravity, ours: new Set() };
    if (gravity < told.gravity) return;
    told.gravity = gravity;
    this.#told.set(span, told);

    const attributes = detectionAttributes(message);
    const identity = [
      [Name.toolName, detection.toolName],
      [Name.callId, detection.callId],
      [Name.conversationId, detection.runId],
    ] as const;
    for (const [name, value] of identity) {
      if (!told.ours.has(name) && (value === undefined || ownAttribute(span, name) !== undefined)) continue;
      told.ours.add(name);
      // An attribute cannot be taken back; that of another call must not stay.
      attributes[name] = value ?? "";
    }
    if (verdict.action === "abort" && !shadow) {
      attributes[Name.errorType] = "ERR_TOOL_LOOP";
      span.setStatus({ code: SpanStatusCode.ERROR, message: `Tool loop: ${detection.detector}` });
    }
    span.setAttributes(attributes);
  }
}

/** Names, counts and a keyed digest; no texts, since a custom detector may put anything into them. */
function detectionAttributes({ detection, verdict, shadow }: ToldDetection): Attributes {
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

/** The API can only write; the spans of the SDK can be read as well. */
function ownAttribute(span: Span, name: string): AttributeValue | undefined {
  return (span as { attributes?: Attributes }).attributes?.[name];
}
