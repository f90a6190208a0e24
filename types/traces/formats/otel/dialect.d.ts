/** The interface of a dialect: an instrumentation's names for the attributes of spans. */
import type { Fields } from "../../../history/fields.ts";
import type { Said } from "../../../history/said-texts.ts";
import type { CallResult, RequestedCall, Span } from "../spans.ts";
/** What is read of a span. `entity`: a name that may or may not be a tool's. `input`, `output`, `cached`: token counts. */
export type SpanField = "tool" | "entity" | "id" | "arguments" | "result" | "conversation" | "input" | "output" | "cached";
/** An event of a span, with its attributes as an object. */
export interface SpanEvent {
    name: unknown;
    attributes: Fields;
}
/** The calls that a response requests, and the results that its request contains. */
export interface SpanMessages {
    requested: readonly RequestedCall[];
    results: readonly CallResult[];
    /** What the response says. */
    texts?: readonly Said[];
}
export interface Dialect {
    /** The attributes for a field; the first that is present is used. */
    readonly names: Partial<Record<SpanField, readonly string[]>>;
    /** Whether a span is a call or a response; `undefined` if this dialect does not say. */
    kindOf?(attributes: Fields): Span["kind"] | undefined;
    /** Arguments or a result without the instrumentation's wrapper. */
    unwrapped?(value: unknown): unknown;
    /** A field of a call that is recorded in the span's events. */
    inEvents?(field: SpanField, events: readonly SpanEvent[]): unknown;
    /** The messages of a response's span. */
    messagesOf?(attributes: Fields, events: readonly SpanEvent[]): SpanMessages;
}
