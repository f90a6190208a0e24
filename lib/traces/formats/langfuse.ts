/** Observations and traces of Langfuse, from its API or its exports. */
import { type Fields, fieldsOf } from "../../history/fields.ts";
import { cachedOf, idOf, timeOf, tokensOf, wordOf } from "../field-values.ts";
import type { TraceFormatSpec } from "./format.ts";
import { outputTexts } from "./output-texts.ts";
import { nameOf, type SpanSorter, spanOutcome, spanReader } from "./spans.ts";

const TYPES = /^(SPAN|GENERATION|EVENT|TOOL|AGENT|CHAIN|RETRIEVER|EVALUATOR|EMBEDDING|GUARDRAIL)$/i;

export const langfuseFormat: TraceFormatSpec = {
  name: "langfuse",
  description: "observations of Langfuse, or traces with their observations; the ones of type TOOL are the calls",
  recognises: (value) => isPart(value) || fieldsOf(value["data"]).some(isPart),
  reader: (runs) => spanReader(runs, read),
};

const isPart = (value: Fields): boolean => isObservation(value) || Array.isArray(value["observations"]);

const isObservation = (value: Fields): boolean =>
  at(value, "startTime") !== undefined && "type" in value && TYPES.test(wordOf(value["type"]));

/** A field in camel or snake case: the API writes `startTime`, the export to blob storage `start_time`. */
function at(value: Fields, name: string): unknown {
  return value[name] ?? value[name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)];
}

function read(sorter: SpanSorter, value: Fields, line: number, size: number, outer?: string): void {
  const list = value["observations"] ?? value["data"];
  if (!Array.isArray(list)) {
    readObservation(sorter, value, line, size, outer);
    return;
  }
  const trace = value["observations"] === undefined ? outer : idOf(value["id"]);
  sorter.conversation(trace, idOf(at(value, "sessionId")));
  for (const entry of fieldsOf(list)) read(sorter, entry, line, size / list.length, trace);
}

function readObservation(sorter: SpanSorter, value: Fields, line: number, size: number, outer?: string): void {
  const trace = idOf(at(value, "traceId")) ?? outer;
  sorter.conversation(trace, idOf(at(value, "sessionId")));
  const type = wordOf(value["type"]).toUpperCase();
  if (type !== "TOOL" && type !== "GENERATION") return;
  const { output } = value;
  const failed = value["level"] === "ERROR";
  const start = timeOf(at(value, "startTime")) ?? 0;
  sorter.add(
    {
      id: idOf(value["id"]),
      parent: idOf(at(value, "parentObservationId")),
      trace,
      kind: type === "TOOL" ? "tool" : "model",
      name: nameOf(value["name"]),
      start,
      end: timeOf(at(value, "endTime")) ?? start,
      line,
      arguments: value["input"] ?? undefined,
      outcome: spanOutcome(output, failed ? (idOf(at(value, "statusMessage")) ?? output ?? "error") : undefined),
      texts: type === "GENERATION" ? outputTexts(output) : [],
      tokens: tokensOf(at(value, "usageDetails")) ?? tokensOf(value["usage"]),
      cachedTokens: cachedOf(at(value, "usageDetails")) ?? cachedOf(value["usage"]),
    },
    size,
  );
}
