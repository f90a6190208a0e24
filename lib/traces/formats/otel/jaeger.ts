/** Traces of Jaeger, from its API or saved in its interface: OpenTelemetry spans with tags for attributes, and logs for events. */
import { type Fields, fieldsOf, isFields } from "../../../history/fields.ts";
import { idOf, numberOf, wordOf } from "../../field-values.ts";
import type { TraceFormatSpec } from "../format.ts";
import { type SpanSorter, spanReader } from "../spans.ts";
import { readSpan } from "./otel.ts";

export const jaegerFormat: TraceFormatSpec = {
  name: "jaeger",
  description: "traces of Jaeger (JSON), with the same attributes as tags",
  recognises: (value) => tracesIn(value).some((trace) => fieldsOf(trace["spans"]).some(isSpan)) || isSpan(value),
  reader: (runs) => spanReader(runs, read),
};

function read(sorter: SpanSorter, value: Fields, line: number, size: number): void {
  const spans = isSpan(value) ? [value] : tracesIn(value).flatMap(({ spans }) => fieldsOf(spans));
  for (const span of spans) if (isSpan(span)) readSpan(sorter, spanOf(span), line, size / spans.length);
}

/** A page of the API, or one trace. */
function tracesIn(value: Fields): readonly Fields[] {
  return Array.isArray(value["data"]) ? fieldsOf(value["data"]) : [value];
}

function isSpan(value: Fields): boolean {
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
    return Object.fromEntries(
      Object.entries(isFields(tags) ? tags : {}).map(([key, value]) => [key.replaceAll("@", "."), value]),
    );
  return Object.fromEntries(fieldsOf(tags).map(({ key, value }) => [wordOf(key), value]));
}
