/**
 * Chooses among the dialects: a span may have attributes of several, so each field comes from the first that has it.
 */
import type { Fields } from "../../../history/fields.ts";
import type { Span } from "../spans.ts";
import type { SpanEvent, SpanField, SpanMessages } from "./dialect.ts";
/** A field of a span; `undefined` if no dialect has it. */
export declare function spanField(field: SpanField, attributes: Fields, events?: readonly SpanEvent[]): unknown;
/** Whether a span is a call, a response, or neither. A span with a tool's name that is not a response is a call. */
export declare function kindOf(attributes: Fields): Span["kind"] | undefined;
/** The messages of a response's span, in the first dialect that finds calls or results in them; or else texts. */
export declare function messagesOf(attributes: Fields, events: readonly SpanEvent[]): SpanMessages | undefined;
