/** What a dialect of attributes is to the reader of spans. */
import type { Fields } from "../../../history/transcript-reader.ts";
import type { Answer, Asked, Span } from "../spans.ts";

/** `entity`: a name that says nothing of whether it is that of a tool. `input`, `output`: tokens. */
export type Fact = "tool" | "entity" | "id" | "arguments" | "result" | "conversation" | "input" | "output";

/** An event of a span, with its attributes as an object. */
export interface SpanEvent {
  name: unknown;
  attributes: Fields;
}

/** What a response asks for, and what came back before it. */
export interface SpanMessages {
  asked: readonly Asked[];
  answers: readonly Answer[];
}

export interface Dialect {
  /** Attributes that tell a fact; the first that is there. */
  readonly names: Partial<Record<Fact, readonly string[]>>;
  /** Whether a span is a call or a response, where this dialect says so. */
  kindOf?(attributes: Fields): Span["kind"] | undefined;
  /** Arguments or a result without what the instrumentation put around them. */
  unwrapped?(value: unknown): unknown;
  /** A fact about a call that is in its events. */
  inEvents?(fact: Fact, events: readonly SpanEvent[]): unknown;
  /** Of the span of a response. */
  messagesOf?(attributes: Fields, events: readonly SpanEvent[]): SpanMessages;
}
