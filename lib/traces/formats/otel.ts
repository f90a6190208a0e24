/** Spans of OpenTelemetry with the attributes of its GenAI conventions, of the AI SDK, OpenInference or OpenLLMetry. */
import { type Fields, fieldsOf, isFields } from "../../transcript-reader.ts";
import { idOf, numberOf, timeOf, wordOf } from "../facts.ts";
import type { TraceRuns } from "../trace-runs.ts";
import type { FormatReader, TraceFormatSpec } from "./format.ts";
import { messagesOfSpan } from "./otel-messages.ts";
import { nameOf, SpanSorter, spanOutcome } from "./spans.ts";

export const otelFormat: TraceFormatSpec = {
  name: "otel",
  description:
    "OpenTelemetry spans (OTLP JSON, or one span a line) with GenAI, AI SDK, OpenInference or OpenLLMetry attributes",
  recognises: (value) =>
    Array.isArray(value["resourceSpans"]) ||
    (traceOf(value) !== undefined && (Array.isArray(value["attributes"]) || isFields(value["attributes"]))),
  reader: (runs) => new OtelReader(runs),
};

/** Which attributes tell what; the first that is there. */
const NAMES = {
  tool: ["gen_ai.tool.name", "ai.toolCall.name", "tool.name"],
  id: ["gen_ai.tool.call.id", "ai.toolCall.id"],
  arguments: [
    "gen_ai.tool.call.arguments",
    "ai.toolCall.args",
    "ai.toolCall.input",
    "input.value",
    "traceloop.entity.input",
  ],
  result: [
    "gen_ai.tool.call.result",
    "ai.toolCall.result",
    "ai.toolCall.output",
    "output.value",
    "traceloop.entity.output",
  ],
  conversation: [
    "gen_ai.conversation.id",
    "session.id",
    "langfuse.session.id",
    "traceloop.association.properties.session_id",
  ],
  input: ["gen_ai.usage.input_tokens", "gen_ai.usage.prompt_tokens", "ai.usage.promptTokens", "llm.token_count.prompt"],
  output: [
    "gen_ai.usage.output_tokens",
    "gen_ai.usage.completion_tokens",
    "ai.usage.completionTokens",
    "llm.token_count.completion",
  ],
  kind: ["openinference.span.kind", "traceloop.span.kind"],
  operation: ["gen_ai.operation.name", "ai.operationId"],
} as const;

const MODEL_OPERATIONS = new Set(["chat", "generate_content", "text_completion"]);

class OtelReader implements FormatReader {
  readonly #sorter: SpanSorter;

  constructor(runs: TraceRuns) {
    this.#sorter = new SpanSorter(runs);
  }

  value(value: Fields | unknown[], line: number, size: number): void {
    const spans = spansOf(value);
    for (const span of spans) this.#span(span, line, size / spans.length);
  }

  end(): void {
    this.#sorter.end();
  }

  #span(span: Fields, line: number, size: number): void {
    const attributes = attributesOf(span["attributes"]);
    const get = (what: keyof typeof NAMES) => NAMES[what].map((name) => attributes[name]).find(isThere);
    const trace = traceOf(span);
    this.#sorter.conversation(trace, idOf(get("conversation")));
    const kind = kindOf(wordOf(get("operation")), wordOf(get("kind")).toLowerCase(), get("tool"));
    if (kind === undefined) return;
    const context = isFields(span["context"]) ? span["context"] : span;
    const start = timeOf(span["startTimeUnixNano"] ?? span["start_time"] ?? span["startTime"]) ?? 0;
    const events = fieldsOf(span["events"]).map(({ name, attributes }) => ({
      name,
      attributes: attributesOf(attributes),
    }));
    const sum = [get("input"), get("output")].filter(isThere).map(numberOf);
    this.#sorter.add(
      {
        id: idOf(context["spanId"], context["span_id"], span["id"]),
        parent: idOf(span["parentSpanId"], span["parent_id"], span["parentId"]),
        trace,
        kind,
        name: nameOf(
          get("tool"),
          attributes["traceloop.entity.name"],
          wordOf(span["name"]).replace(/^execute_tool /, ""),
        ),
        start,
        end: timeOf(span["endTimeUnixNano"] ?? span["end_time"] ?? span["endTime"]) ?? start,
        line,
        callId: idOf(get("id")),
        arguments: get("arguments"),
        outcome: spanOutcome(get("result"), errorOf(span, attributes, events, get("result"))),
        ...(kind === "model" ? messagesOfSpan(attributes, events) : {}),
        tokens: sum.length === 0 ? undefined : sum.reduce((total, part) => total + part, 0),
      },
      size,
    );
  }
}

const isThere = (value: unknown): boolean => value !== undefined && value !== null;

function kindOf(operation: string, kind: string, tool: unknown): "tool" | "model" | undefined {
  if (operation === "execute_tool" || operation === "ai.toolCall" || kind === "tool") return "tool";
  if (MODEL_OPERATIONS.has(operation) || /\.do(Generate|Stream)$/.test(operation) || kind === "llm") return "model";
  return tool === undefined ? undefined : "tool";
}

/** Spans of an export of OTLP, or the span itself. */
function spansOf(value: Fields | unknown[]): readonly Fields[] {
  if (Array.isArray(value)) return fieldsOf(value).flatMap(spansOf);
  if (!Array.isArray(value["resourceSpans"])) return [value];
  return fieldsOf(value["resourceSpans"])
    .flatMap((resource) => fieldsOf(resource["scopeSpans"] ?? resource["instrumentationLibrarySpans"]))
    .flatMap((scope) => fieldsOf(scope["spans"]));
}

/** The id of a span's trace, as OTLP has it or as the SDKs print it. */
function traceOf(span: Fields): string | undefined {
  const { context } = span;
  return idOf(
    span["traceId"],
    span["trace_id"],
    isFields(context) ? (context["trace_id"] ?? context["traceId"]) : undefined,
  );
}

/** What went wrong: the exception's word, else the status', else the result or the kind of error. */
function errorOf(
  span: Fields,
  attributes: Fields,
  events: readonly { attributes: Fields }[],
  result: unknown,
): unknown {
  const status = isFields(span["status"]) ? span["status"] : {};
  const code = wordOf(status["code"] ?? status["status_code"]);
  const failed = code === "2" || code.endsWith("ERROR");
  if (!failed && attributes["error.type"] === undefined) return undefined;
  const exception = events.map((event) => event.attributes["exception.message"]).find(isThere);
  const said = idOf(exception, status["message"], status["description"]);
  return said ?? result ?? attributes["error.type"] ?? "error";
}

/** Attributes as an object: OTLP has a list of keys and typed values. */
function attributesOf(attributes: unknown): Fields {
  if (!Array.isArray(attributes)) return isFields(attributes) ? attributes : {};
  return Object.fromEntries(fieldsOf(attributes).map(({ key, value }) => [wordOf(key), plainValue(value)]));
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
