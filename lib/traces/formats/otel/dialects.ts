/** Chooses among the dialects: a span may have attributes of several, and each fact is taken from the first that tells it. */
import type { Fields } from "../../../history/transcript-reader.ts";
import type { Span } from "../spans.ts";
import { aiSdk } from "./ai-sdk.ts";
import type { Dialect, Fact, SpanEvent, SpanMessages } from "./dialect.ts";
import { genAi } from "./genai.ts";
import { messageEvents } from "./message-events.ts";
import { openInference } from "./openinference.ts";
import { traceloop } from "./traceloop.ts";

const DIALECTS: readonly Dialect[] = [genAi, messageEvents, aiSdk, openInference, traceloop];

/** A fact about a span; not there: no dialect tells it. */
export function factOf(fact: Fact, attributes: Fields, events: readonly SpanEvent[] = []): unknown {
  for (const { names, unwrapped, inEvents } of DIALECTS) {
    for (const name of names[fact] ?? []) {
      const value = attributes[name];
      if (isThere(value))
        return unwrapped !== undefined && (fact === "arguments" || fact === "result") ? unwrapped(value) : value;
    }
    const value = inEvents?.(fact, events);
    if (isThere(value)) return value;
  }
  return undefined;
}

/** A call, a response, or neither. What has the name of a tool and is no response is a call. */
export function kindOf(attributes: Fields): Span["kind"] | undefined {
  const kinds = DIALECTS.map((dialect) => dialect.kindOf?.(attributes));
  if (kinds.includes("tool")) return "tool";
  if (kinds.includes("model")) return "model";
  return factOf("tool", attributes) === undefined ? undefined : "tool";
}

/** What the messages of a response's span say, in the first dialect in which they say anything. */
export function messagesOf(attributes: Fields, events: readonly SpanEvent[]): SpanMessages | undefined {
  for (const dialect of DIALECTS) {
    const messages = dialect.messagesOf?.(attributes, events);
    if (messages !== undefined && messages.asked.length + messages.answers.length > 0) return messages;
  }
  return undefined;
}

const isThere = (value: unknown): boolean => value !== undefined && value !== null;
