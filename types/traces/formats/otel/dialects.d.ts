/**
 * Chooses among the dialects: a span may have attributes of several, so each field comes from the first that has it.
 */
import type { LoopCall } from "../../../base/types.ts";
import { type Fields, type TextPart } from "../../../history/fields.ts";
import { type CallResult, type Span } from "../spans.ts";
/** What is read of a span. `entity`: a name that may or may not be a tool's. `input`, `output`, `cached`: token counts. */
type SpanField = "tool" | "entity" | "id" | "arguments" | "result" | "conversation" | "input" | "output" | "cached";
/** An event of a span, with its attributes as an object. */
export interface SpanEvent {
    name: unknown;
    attributes: Fields;
}
/** The calls that a response requests, and the results that its request contains. */
interface SpanMessages {
    requested: readonly LoopCall[];
    results: readonly CallResult[];
    /** What the response says. */
    texts?: readonly TextPart[];
}
/** The calls and results in the messages of a request and its response, in any form that `TranscriptReader` reads. */
export declare function readMessages(request: readonly unknown[], response: readonly unknown[]): SpanMessages;
/** Attributes as an object; in OTLP they are a list of keys and typed values. */
export declare function attributesOf(attributes: unknown): Fields;
/** The body of a log record: a typed value of OTLP, or a plain value if an SDK printed it. */
export declare function bodyOf(body: unknown): unknown;
/** The objects of a flattened list: with the prefix `a`, `a.0.x` and `a.1.x` become two objects, each with an `x`. */
export declare function indexed(attributes: Fields, prefix: string): Fields[];
/**
 * Parses a text that is the JSON of an object or a list; returns anything else unchanged, such as a text that was cut.
 */
export declare function structured(value: unknown): unknown;
/** Whether this is the name of an event about calls. */
export declare const isMessageEvent: (name: unknown) => boolean;
/** The attribute with the body of an event: events of spans have no body of their own. */
export declare const EVENT_BODY = "gen_ai.event.content";
/** A field of a span; `undefined` if no dialect has it. */
export declare function spanField(field: SpanField, attributes: Fields, events?: readonly SpanEvent[]): unknown;
/** Whether a span is a call, a response, or neither. A span with a tool's name that is not a response is a call. */
export declare function kindOf(attributes: Fields): Span["kind"] | undefined;
/** The messages of a response's span, in the first dialect that finds calls or results in them; or else texts. */
export declare function messagesOf(attributes: Fields, events: readonly SpanEvent[]): SpanMessages | undefined;
export {};
