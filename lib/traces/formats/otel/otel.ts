/** OpenTelemetry spans, and log records about model messages, with attributes of any known dialect. */

import { type Fields, fieldsOf, isFields, objectOf } from "../../../history/fields.ts";
import { idOf, numberOf, timeOf, wordOf } from "../../field-values.ts";
import type { TraceFormatSpec } from "../../run-writer.ts";
import { nameOf, type SpanSorter, spanOutcome, spanReader } from "../spans.ts";
import {
  attributesOf,
  bodyOf,
  EVENT_BODY,
  isMessageEvent,
  kindOf,
  messagesOf,
  type SpanEvent,
  spanField,
} from "./dialects.ts";

export const otelFormat: TraceFormatSpec = {
  name: "otel",
  description:
    "OpenTelemetry spans (OTLP JSON, or one span a line) with GenAI, AI SDK, OpenInference or OpenLLMetry attributes",
  recognises(value) {
    const exported = exportOf(value);
    if (Array.isArray(exported["resourceSpans"]) || partsOf(exported, LOGS).some(isMessageRecord)) return true;
    return spansIn(exported).some(isSpan);
  },
  reader: (runs) => spanReader(runs, (sorter, value, line, size) => read(sorter, exportOf(value), line, size)),
};

function read(sorter: SpanSorter, value: Fields, line: number, size: number): void {
  const records = [...partsOf(value, SPANS), ...partsOf(value, LOGS), ...spansIn(value)];
  for (const record of records)
    (isMessageRecord(record) ? readRecord : readSpan)(sorter, record, line, size / records.length);
}

function readSpan(sorter: SpanSorter, span: Fields, line: number, size: number): void {
  const attributes = attributesOf(span["attributes"]);
  // Phoenix stores the kind next to the attributes.
  if (typeof span["span_kind"] === "string") attributes["openinference.span.kind"] ??= span["span_kind"];
  const trace = traceOf(span);
  sorter.conversation(trace, idOf(spanField("conversation", attributes)));
  const kind = kindOf(attributes);
  if (kind === undefined) return;
  const events = fieldsOf(span["events"]).map(({ name, attributes }) => ({
    name,
    attributes: attributesOf(attributes),
  }));
  const start = timeOf(span["startTimeUnixNano"] ?? span["start_time"] ?? span["startTime"]) ?? 0;
  const result = spanField("result", attributes, events);
  sorter.add(
    {
      id: spanIdOf(span),
      parent: idOf(span["parentSpanId"], span["parent_id"], span["parentId"]),
      trace,
      kind,
      name: nameOf(
        spanField("tool", attributes),
        spanField("entity", attributes),
        wordOf(span["name"]).replace(/^execute_tool /, ""),
      ),
      start,
      end: timeOf(span["endTimeUnixNano"] ?? span["end_time"] ?? span["endTime"]) ?? start,
      line,
      callId: idOf(spanField("id", attributes)),
      arguments: spanField("arguments", attributes, events),
      outcome: spanOutcome(result, errorOf(span, attributes, events, result)),
      ...(kind === "model" ? messagesOf(attributes, events) : {}),
      tokens: tokensOf(attributes),
      cachedTokens: numberOf(spanField("cached", attributes)),
    },
    size,
  );
}

/** A log record contains one message of the response whose span it names. */
function readRecord(sorter: SpanSorter, record: Fields, line: number, size: number): void {
  const attributes = attributesOf(record["attributes"]);
  const trace = traceOf(record);
  sorter.conversation(trace, idOf(spanField("conversation", attributes)));
  const event = { name: eventOf(record), attributes: { ...attributes, [EVENT_BODY]: bodyOf(record["body"]) } };
  const at = [record["timeUnixNano"], record["observedTimeUnixNano"], record["timestamp"]].map(timeOf);
  const start = at.find((time) => time !== undefined && time > 0) ?? 0;
  sorter.add(
    {
      id: spanIdOf(record),
      parent: undefined,
      trace,
      kind: "model",
      name: "",
      start,
      end: start,
      line,
      ...messagesOf({}, [event]),
    },
    size,
  );
}

/** The API of Jaeger, version 3, wraps each export. */
function exportOf(value: Fields): Fields {
  const { result } = value;
  return isFields(result) && Array.isArray(result["resourceSpans"]) ? result : value;
}

type Path = readonly [resources: string, scopes: readonly string[], parts: string];
const SPANS: Path = ["resourceSpans", ["scopeSpans", "instrumentationLibrarySpans"], "spans"];
const LOGS: Path = ["resourceLogs", ["scopeLogs"], "logRecords"];

/** The spans or log records of an OTLP export. */
function partsOf(value: Fields, [resources, scopes, parts]: Path): readonly Fields[] {
  return fieldsOf(value[resources])
    .flatMap((resource) => scopes.flatMap((scope) => fieldsOf(resource[scope])))
    .flatMap((scope) => fieldsOf(scope[parts]));
}

/** The value itself, as a span or a record, or the spans of a page of Phoenix. */
function spansIn(value: Fields): readonly Fields[] {
  if ("resourceSpans" in value || "resourceLogs" in value) return [];
  return Array.isArray(value["data"]) ? fieldsOf(value["data"]) : [value];
}

const isSpan = (value: Fields): boolean =>
  traceOf(value) !== undefined && (Array.isArray(value["attributes"]) || isFields(value["attributes"]));

const isMessageRecord = (record: Fields): boolean => "body" in record && isMessageEvent(eventOf(record));

/** The name of a log record's event. */
function eventOf(record: Fields): unknown {
  const { attributes } = record;
  if (record["eventName"] !== undefined) return record["eventName"];
  return record["event_name"] ?? (attributes === undefined ? undefined : attributesOf(attributes)["event.name"]);
}

/** The trace id of a span, as in OTLP or as the SDKs print it. */
function traceOf(span: Fields): string | undefined {
  const context = objectOf(span["context"]);
  return idOf(span["traceId"], span["trace_id"], context["trace_id"], context["traceId"]);
}

function spanIdOf(span: Fields): string | undefined {
  const context = objectOf(span["context"]);
  return idOf(context["spanId"], context["span_id"], span["spanId"], span["span_id"], span["id"]);
}

function tokensOf(attributes: Fields): number | undefined {
  const input = spanField("input", attributes);
  const output = spanField("output", attributes);
  if (input === undefined && output === undefined) return undefined;
  return numberOf(input ?? 0) + numberOf(output ?? 0);
}

/** The error of a span: the exception's message, else the status message, else the result or the error type. */
function errorOf(span: Fields, attributes: Fields, events: readonly SpanEvent[], result: unknown): unknown {
  const status = objectOf(span["status"]);
  const code = wordOf(status["code"] ?? status["status_code"] ?? span["status_code"]);
  const failed = code === "2" || code.endsWith("ERROR");
  if (!failed && attributes["error.type"] === undefined) return undefined;
  const exception = events
    .map((event) => idOf(event.attributes["exception.message"]))
    .find((said) => said !== undefined);
  const said = idOf(exception, status["message"], status["description"], span["status_message"]);
  return said ?? result ?? attributes["error.type"] ?? "error";
}

export const jaegerFormat: TraceFormatSpec = {
  name: "jaeger",
  description: "traces of Jaeger (JSON), with the same attributes as tags",
  recognises: (value) =>
    tracesIn(value).some((trace) => fieldsOf(trace["spans"]).some(isJaegerSpan)) || isJaegerSpan(value),
  reader: (runs) => spanReader(runs, readJaeger),
};

function readJaeger(sorter: SpanSorter, value: Fields, line: number, size: number): void {
  const spans = isJaegerSpan(value) ? [value] : tracesIn(value).flatMap(({ spans }) => fieldsOf(spans));
  for (const span of spans) if (isJaegerSpan(span)) readSpan(sorter, spanOf(span), line, size / spans.length);
}

/** A page of the API, or one trace. */
const tracesIn = (value: Fields): readonly Fields[] =>
  Array.isArray(value["data"]) ? fieldsOf(value["data"]) : [value];

function isJaegerSpan(value: Fields): boolean {
  return typeof value["traceID"] === "string" && typeof value["operationName"] === "string";
}

/** The span as the SDKs of OpenTelemetry print it. Times are in microseconds. */
function spanOf(span: Fields): Fields {
  const attributes = { ...tagsOf(span["tags"]), ...tagsOf(span["tag"]) };
  const start = numberOf(span["startTime"]);
  const parent = fieldsOf(span["references"]).find(({ refType }) => refType === "CHILD_OF");
  const failed = attributes["otel.status_code"] === "ERROR" || wordOf(attributes["error"]) === "true";
  return {
    traceId: span["traceID"],
    spanId: span["spanID"],
    parentSpanId: idOf(parent?.["spanID"], span["parentSpanID"]),
    name: span["operationName"],
    startTime: start,
    endTime: start + (numberOf(span["duration"]) || 0),
    attributes,
    events: fieldsOf(span["logs"]).map(({ fields }) => {
      const { event, ...own } = tagsOf(fields);
      return { name: event, attributes: own };
    }),
    status: { code: failed ? "ERROR" : "", message: attributes["otel.status_description"] },
  };
}

/** A list of keys and values, or an object, as Elasticsearch has those that can be searched: its keys have `@` for dots. */
function tagsOf(tags: unknown): Fields {
  if (!Array.isArray(tags))
    return Object.fromEntries(Object.entries(objectOf(tags)).map(([key, value]) => [key.replaceAll("@", "."), value]));
  return Object.fromEntries(fieldsOf(tags).map(({ key, value }) => [wordOf(key), value]));
}
