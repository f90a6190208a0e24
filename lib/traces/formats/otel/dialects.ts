/**
 * Chooses among the dialects: a span may have attributes of several, so each field comes from the first that has it.
 */
import type { Fields } from "../../../history/fields.ts";
import type { Span } from "../spans.ts";
import { aiSdk } from "./ai-sdk.ts";
import type { Dialect, SpanEvent, SpanField, SpanMessages } from "./dialect.ts";
import { genAi } from "./genai.ts";
import { messageEvents } from "./message-events.ts";
import { openInference } from "./openinference.ts";
import { traceloop } from "./traceloop.ts";

const DIALECTS: readonly Dialect[] = [genAi, messageEvents, aiSdk, openInference, traceloop];

/** A field of a span; `undefined` if no dialect has it. */
export function spanField(field: SpanField, attributes: Fields, events: readonly SpanEvent[] = []): unknown {
  for (const { names, unwrapped, inEvents } of DIALECTS) {
    for (const name of names[field] ?? []) {
      const value = attributes[name];
      if (isThere(value))
        return unwrapped !== undefined && (field === "arguments" || field === "result") ? unwrapped(value) : value;
    }
    const value = inEvents?.(field, events);
    if (isThere(value)) return value;
  }
  return undefined;
}

/** Whether a span is a call, a response, or neither. A span with a tool's name that is not a response is a call. */
export function kindOf(attributes: Fields): Span["kind"] | undefined {
  const kinds = DIALECTS.map((dialect) => dialect.kindOf?.(attributes));
  if (kinds.includes("tool")) return "tool";
  if (kinds.includes("model")) return "model";
  return spanField("tool", attributes) === undefined ? undefined : "tool";
}

/** The messages of a response's span, in the first dialect that finds calls or results in them; or else texts. */
export function messagesOf(attributes: Fields, events: readonly SpanEvent[]): SpanMessages | undefined {
  let texts: SpanMessages["texts"];
  for (const dialect of DIALECTS) {
    const messages = dialect.messagesOf?.(attributes, events);
    if (messages === undefined) continue;
    if (messages.texts !== undefined && messages.texts.length > 0) texts ??= messages.texts;
    if (messages.requested.length + messages.results.length > 0) return { ...messages, texts: texts ?? [] };
  }
  return texts && { requested: [], results: [], texts };
}

const isThere = (value: unknown): boolean => value !== undefined && value !== null;
