/**
 * Chooses among the dialects: a span may have attributes of several, so each field comes from the first that has it.
 */

import { parsedJson } from "../../../base/json-text.ts";
import { getOrAdd, isGiven } from "../../../base/property.ts";
import type { LoopCall } from "../../../base/types.ts";
import { type Fields, fieldsOf, isFields, objectOf, plainContent, type TextPart } from "../../../history/fields.ts";
import { callPart, messagesOf as messagesIn } from "../../../history/transcript-shapes.ts";
import { TranscriptReader } from "../../../history/transcripts.ts";
import { idOf, numberOf, wordOf } from "../../field-values.ts";
import { type CallResult, nameOf, type Span, spanOutcome } from "../spans.ts";

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

interface Dialect {
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

/** The calls and results in the messages of a request and its response, in any form that `TranscriptReader` reads. */
export function readMessages(request: readonly unknown[], response: readonly unknown[]): SpanMessages {
  const calls: LoopCall[] = [];
  const results: CallResult[] = [];
  let texts: TextPart[] = [];
  const reader = new TranscriptReader({
    round() {},
    turn() {},
    text: (text, stream) => void texts.push([text, stream]),
    call: (call) => void calls.push(call),
    outcome: (index, outcome) => void results.push({ id: calls[index]?.id, outcome }),
  });
  for (const message of request) reader.entry(message);
  const before = calls.length;
  texts = [];
  for (const message of response) reader.entry(message);
  return { requested: calls.slice(before), results, texts };
}

/** A message in OpenAI's form, from the parts of a flattened one. Its role follows from its content. */
function messageOf(role: unknown, content: unknown, toolCallId: unknown, calls: readonly object[]): object {
  if (toolCallId !== undefined) return { role: "tool", tool_call_id: toolCallId, content };
  return calls.length > 0 ? { role: "assistant", content, tool_calls: calls } : { role, content };
}

/** Attributes as an object; in OTLP they are a list of keys and typed values. */
export function attributesOf(attributes: unknown): Fields {
  if (!Array.isArray(attributes)) return objectOf(attributes);
  return Object.fromEntries(fieldsOf(attributes).map(({ key, value }) => [wordOf(key), plainValue(value)]));
}

const TYPED = ["stringValue", "boolValue", "doubleValue", "bytesValue", "intValue", "arrayValue", "kvlistValue"];

/** The body of a log record: a typed value of OTLP, or a plain value if an SDK printed it. */
export function bodyOf(body: unknown): unknown {
  return isFields(body) && TYPED.some((type) => type in body) ? plainValue(body) : body;
}

function plainValue(value: unknown): unknown {
  if (!isFields(value)) return value;
  const list = (inner: unknown): unknown[] =>
    isFields(inner) && Array.isArray(inner["values"]) ? inner["values"] : [];
  if ("arrayValue" in value) return list(value["arrayValue"]).map(plainValue);
  if ("kvlistValue" in value) return attributesOf(list(value["kvlistValue"]));
  if ("intValue" in value) return numberOf(value["intValue"]);
  return value["stringValue"] ?? value["boolValue"] ?? value["doubleValue"] ?? value["bytesValue"];
}

/** The objects of a flattened list: with the prefix `a`, `a.0.x` and `a.1.x` become two objects, each with an `x`. */
export function indexed(attributes: Fields, prefix: string): Fields[] {
  const start = `${prefix}.`;
  const elements = new Map<number, [string, unknown][]>();
  for (const key of Object.keys(attributes)) {
    if (!key.startsWith(start)) continue;
    const dot = key.indexOf(".", start.length);
    const index = dot < 0 ? Number.NaN : Number(key.slice(start.length, dot));
    if (!Number.isInteger(index)) continue;
    getOrAdd(elements, index, (): [string, unknown][] => []).push([key.slice(dot + 1), attributes[key]]);
  }
  return [...elements].sort(([a], [b]) => a - b).map(([, entries]) => Object.fromEntries(entries));
}

/**
 * Parses a text that is the JSON of an object or a list; returns anything else unchanged, such as a text that was cut.
 */
export function structured(value: unknown): unknown {
  return typeof value === "string" && /^\s*[[{]/.test(value) ? parsedJson(value, value) : value;
}

/** The objects of a list, or the one object; either may be JSON text. */
function listOf(value: unknown): readonly Fields[] {
  const list = structured(value);
  return isFields(list) ? [list] : fieldsOf(list);
}

/**
 * Spans of the AI SDK: `ai.toolCall`, and the provider's calls `ai.generateText.doGenerate` and
 * `ai.streamText.doStream`.
 */
const aiSdk: Dialect = {
  names: {
    tool: ["ai.toolCall.name"],
    id: ["ai.toolCall.id"],
    arguments: ["ai.toolCall.args", "ai.toolCall.input"],
    result: ["ai.toolCall.result", "ai.toolCall.output"],
    conversation: ["ai.telemetry.metadata.sessionId"],
    input: ["ai.usage.promptTokens", "ai.usage.inputTokens"],
    cached: ["ai.usage.cachedInputTokens", "ai.usage.inputTokenDetails.cacheReadTokens"],
    output: ["ai.usage.completionTokens", "ai.usage.outputTokens"],
  },
  kindOf({ "ai.operationId": operation }) {
    if (operation === "ai.toolCall") return "tool";
    return /\.do(Generate|Stream)$/.test(wordOf(operation)) ? "model" : undefined;
  },
  /** Calls from messages: a tool that the client runs has no span. */
  messagesOf(attributes) {
    const calls = listOf(attributes["ai.response.toolCalls"]).map((call) => ({ ...call, type: "tool-call" }));
    const said = [
      { type: "reasoning", text: attributes["ai.response.reasoning"] },
      { type: "text", text: attributes["ai.response.text"] },
    ];
    return readMessages(listOf(attributes["ai.prompt.messages"]), [
      { role: "assistant", content: [...said, ...calls] },
    ]);
  },
};

const MODEL_OPERATIONS = new Set<unknown>(["chat", "generate_content", "text_completion"]);

const genAi: Dialect = {
  names: {
    tool: ["gen_ai.tool.name"],
    id: ["gen_ai.tool.call.id"],
    arguments: ["gen_ai.tool.call.arguments"],
    result: ["gen_ai.tool.call.result"],
    conversation: ["gen_ai.conversation.id"],
    input: ["gen_ai.usage.input_tokens", "gen_ai.usage.prompt_tokens"],
    cached: ["gen_ai.usage.cache_read.input_tokens", "gen_ai.usage.cache_read_input_tokens"],
    output: ["gen_ai.usage.output_tokens", "gen_ai.usage.completion_tokens"],
  },
  kindOf({ "gen_ai.operation.name": operation }) {
    if (operation === "execute_tool") return "tool";
    return MODEL_OPERATIONS.has(operation) ? "model" : undefined;
  },
  messagesOf: genAiMessages,
};

/** The messages are on the span, or on an event of it. */
const EVENT = "gen_ai.client.inference.operation.details";

function genAiMessages(attributes: Fields, events: readonly SpanEvent[]): SpanMessages {
  const details = events.find(({ name }) => name === EVENT)?.attributes ?? {};
  // Attributes that cannot be structured are JSON text.
  const get = (name: string) => listOf(attributes[name] ?? details[name]);
  const response = get("gen_ai.output.messages").map(({ parts }) => {
    return { role: "assistant", content: fieldsOf(parts).map(genAiPart) };
  });
  // A request may have results alone: their calls are in the responses before it.
  const results = newest(get("gen_ai.input.messages")).flatMap(({ parts }) =>
    fieldsOf(parts).flatMap(({ type, id, response, result }) => {
      const outcome = type === "tool_call_response" ? spanOutcome(response ?? result, undefined) : undefined;
      return outcome === undefined ? [] : [{ id: idOf(id), outcome }];
    }),
  );
  return { ...readMessages([], response), results };
}

function genAiPart({ type, id, name, content: text, arguments: args }: Fields): Fields {
  return type === "tool_call" ? callPart(idOf(id), nameOf(name), args ?? {}) : { type, text };
}

/** Every request contains the whole history; the new results come after the last response. */
function newest(messages: readonly Fields[]): readonly Fields[] {
  const last = messages.findLastIndex(({ role }) => role === "assistant");
  return messages.slice(last + 1);
}

/**
 * Attributes of OpenInference, as Arize and Phoenix have them: messages are flattened,
 * `llm.output_messages.0.message.role`.
 */
const openInference: Dialect = {
  names: {
    tool: ["tool.name", "tool_call.function.name"],
    id: ["tool_call.id"],
    arguments: ["tool_call.function.arguments", "input.value"],
    result: ["output.value"],
    conversation: ["session.id"],
    input: ["llm.token_count.prompt"],
    cached: ["llm.token_count.prompt_details.cache_read"],
    output: ["llm.token_count.completion"],
  },
  kindOf({ "openinference.span.kind": kind }) {
    const word = wordOf(kind).toUpperCase();
    return word === "TOOL" ? "tool" : word === "LLM" ? "model" : undefined;
  },
  /** A LangChain message contains the call's id, which differs from call to call. */
  unwrapped(value) {
    const inner = structured(value);
    return isFields(inner) && messagesIn(inner)[0]?.["role"] === "tool" ? inner : value;
  },
  messagesOf(attributes) {
    const messages = (name: string) => indexed(attributes, name).map(openInferenceMessage);
    return readMessages(messages("llm.input_messages"), messages("llm.output_messages"));
  },
};

function openInferenceMessage(fields: Fields): object {
  // Newer versions store calls among the other parts, in order.
  const calls = [...indexed(fields, "message.tool_calls"), ...indexed(fields, "message.contents")]
    .filter((call) => call["tool_call.function.name"] !== undefined)
    .map((call) => ({
      id: call["tool_call.id"],
      name: call["tool_call.function.name"],
      arguments: call["tool_call.function.arguments"],
    }));
  return messageOf(fields["message.role"], fields["message.content"], fields["message.tool_call_id"], calls);
}

const MODEL_REQUESTS = new Set<unknown>(["chat", "completion"]);

const traceloop: Dialect = {
  names: {
    entity: ["traceloop.entity.name"],
    arguments: ["traceloop.entity.input"],
    result: ["traceloop.entity.output"],
    conversation: ["langfuse.session.id", "traceloop.association.properties.session_id"],
  },
  kindOf({ "traceloop.span.kind": kind, "llm.request.type": request }) {
    if (kind === "tool") return "tool";
    return MODEL_REQUESTS.has(request) ? "model" : undefined;
  },
  /** Removes the tags and metadata of LangChain's callbacks, which differ from step to step. */
  unwrapped(value) {
    const entity = structured(value);
    if (!isFields(entity)) return value;
    if ("input_str" in entity) return entity["inputs"] ?? entity["input_str"];
    return "output" in entity && "kwargs" in entity ? entity["output"] : value;
  },
  messagesOf(attributes) {
    const messages = (name: string) => indexed(attributes, name).map(traceloopMessage);
    return readMessages(messages("gen_ai.prompt"), messages("gen_ai.completion"));
  },
};

function traceloopMessage(fields: Fields): object {
  const calls = indexed(fields, "tool_calls").map((call) => ({
    id: call["id"],
    name: call["name"] ?? call["function.name"],
    arguments: call["arguments"] ?? call["function.arguments"],
  }));
  const { role, content, tool_call_id } = fields;
  // Anthropic's tool results are parts of a user message, recorded as JSON; a tool message contains plain text.
  return messageOf(role, tool_call_id === undefined ? structured(content) : content, tool_call_id, calls);
}

const CHOICE = "gen_ai.choice";
const TOOL_MESSAGE = "gen_ai.tool.message";

/** Whether this is the name of an event about calls. */
export const isMessageEvent = (name: unknown): boolean => name === CHOICE || name === TOOL_MESSAGE;

/** The attribute with the body of an event: events of spans have no body of their own. */
export const EVENT_BODY = "gen_ai.event.content";

/**
 * One event for each message, as in OpenTelemetry's conventions up to version 1.36: `gen_ai.choice` is a response,
 * `gen_ai.tool.message` the result of a call. They are events of a span, or separate log records.
 */
const messageEvents: Dialect = {
  names: {},
  /** On the span of a call, the tool message contains the arguments, and the choice contains the result. */
  inEvents(field, events) {
    if (field !== "arguments" && field !== "result") return undefined;
    const event = events.find(({ name }) => name === (field === "arguments" ? TOOL_MESSAGE : CHOICE));
    return event && eventBody(event)[field === "arguments" ? "content" : "message"];
  },
  messagesOf(_attributes, events) {
    const requested: LoopCall[] = [];
    const results: CallResult[] = [];
    const texts: TextPart[] = [];
    for (const event of events) {
      const body = eventBody(event);
      if (event.name === CHOICE) {
        const fields = objectOf(structured(body["message"]));
        const calls = structured(fields["tool_calls"] ?? body["tool_calls"]);
        const answer = readMessages([], [{ ...fields, role: "assistant", tool_calls: calls }]);
        requested.push(...answer.requested);
        texts.push(...(answer.texts ?? []));
      } else if (event.name === TOOL_MESSAGE) {
        const id = idOf(body["id"], body["tool_call_id"]);
        results.push({ id, outcome: { result: plainContent(body["content"]) } });
      }
    }
    return { requested, results, texts };
  },
};

function eventBody({ attributes }: SpanEvent): Fields {
  const body = structured(attributes[EVENT_BODY]);
  return isFields(body) ? body : attributes;
}

const DIALECTS: readonly Dialect[] = [genAi, messageEvents, aiSdk, openInference, traceloop];

/** A field of a span; `undefined` if no dialect has it. */
export function spanField(field: SpanField, attributes: Fields, events: readonly SpanEvent[] = []): unknown {
  for (const { names, unwrapped, inEvents } of DIALECTS) {
    for (const name of names[field] ?? []) {
      const value = attributes[name];
      if (isGiven(value))
        return unwrapped !== undefined && (field === "arguments" || field === "result") ? unwrapped(value) : value;
    }
    const value = inEvents?.(field, events);
    if (isGiven(value)) return value;
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
