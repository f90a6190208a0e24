/** Runs of Langfuse, and of LangSmith, from its API or its exports: flat, or with nested child runs. */

import { type Fields, fieldsOf, isFields, objectOf, type TextPart } from "../../history/fields.ts";
import { cachedOf, idOf, timeOf, tokensOf, wordOf } from "../field-values.ts";
import type { TraceFormatSpec } from "../run-writer.ts";
import { readMessages } from "./otel/dialects.ts";
import { nameOf, type SpanSorter, spanOutcome, spanReader } from "./spans.ts";

/** How deep lists and wrappers of messages are looked into. */
const DEPTH_MAX = 4;
/** What providers and LangChain wrap messages in. */
const WRAPPERS = ["choices", "generations", "message", "messages", "output"];

/**
 * The texts of an output: a text, a message, or what contains messages, as LangChain's generations, which are lists of lists.
 * Anything else says nothing, nor does a text in a list.
 */
function outputTexts(output: unknown, depth = 0): readonly TextPart[] {
  if (typeof output === "string") return output === "" ? [] : [[output, "text"]];
  if (depth > DEPTH_MAX) return [];
  if (Array.isArray(output))
    return output.flatMap((one) => (typeof one === "string" ? [] : outputTexts(one, depth + 1)));
  if (!isFields(output)) return [];
  const inner = WRAPPERS.map((name) => output[name]).find((value) => isFields(value) || Array.isArray(value));
  if (inner !== undefined) return outputTexts(inner, depth + 1);
  return messageTexts(output);
}

/** A message of the model, whose role need not be said; LangChain and LangServe write one in a generation's `text`. */
function messageTexts(message: Fields): readonly TextPart[] {
  const known = readMessages([], [message]).texts ?? [];
  if (known.length > 0 || typeof message["role"] === "string") return known;
  if ("content" in message) return readMessages([], [{ ...message, role: "assistant" }]).texts ?? [];
  return typeof message["text"] === "string" ? outputTexts(message["text"]) : [];
}

const TYPES = /^(SPAN|GENERATION|EVENT|TOOL|AGENT|CHAIN|RETRIEVER|EVALUATOR|EMBEDDING|GUARDRAIL)$/i;

export const langfuseFormat: TraceFormatSpec = {
  name: "langfuse",
  description: "observations of Langfuse, or traces with their observations; the ones of type TOOL are the calls",
  recognises: (value) => isPart(value) || fieldsOf(value["data"]).some(isPart),
  reader: (runs) => spanReader(runs, readLangfuse),
};

const isPart = (value: Fields): boolean => isObservation(value) || Array.isArray(value["observations"]);

const isObservation = (value: Fields): boolean =>
  at(value, "startTime") !== undefined && "type" in value && TYPES.test(wordOf(value["type"]));

/** A field in camel or snake case: the API writes `startTime`, the export to blob storage `start_time`. */
function at(value: Fields, name: string): unknown {
  return value[name] ?? value[name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)];
}

function readLangfuse(sorter: SpanSorter, value: Fields, line: number, size: number, outer?: string): void {
  const list = value["observations"] ?? value["data"];
  if (!Array.isArray(list)) {
    readObservation(sorter, value, line, size, outer);
    return;
  }
  const trace = value["observations"] === undefined ? outer : idOf(value["id"]);
  sorter.conversation(trace, idOf(at(value, "sessionId")));
  for (const entry of fieldsOf(list)) readLangfuse(sorter, entry, line, size / list.length, trace);
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

export const langsmithFormat: TraceFormatSpec = {
  name: "langsmith",
  description: "runs of LangSmith; the ones with run_type tool are the calls",
  recognises: (value) =>
    typeof value["run_type"] === "string" || fieldsOf(value["runs"]).some((run) => typeof run["run_type"] === "string"),
  reader: (runs) => spanReader(runs, readLangSmith),
};

function readLangSmith(sorter: SpanSorter, value: Fields, line: number, size: number): void {
  const { runs } = value;
  if (Array.isArray(runs)) for (const run of fieldsOf(runs)) readRun(sorter, run, line, size / runs.length);
  else readRun(sorter, value, line, size);
}

function readRun(sorter: SpanSorter, value: Fields, line: number, size: number, root?: string): void {
  const id = idOf(value["id"], value["run_id"]);
  const trace = idOf(value["trace_id"]) ?? root ?? id;
  const { session_id, thread_id, conversation_id } = metadataOf(value);
  sorter.conversation(trace, idOf(session_id, thread_id, conversation_id));
  const children = fieldsOf(value["child_runs"]);
  const share = size / (children.length + 1);
  const kind = value["run_type"] === "tool" ? "tool" : value["run_type"] === "llm" ? "model" : undefined;
  if (kind !== undefined) {
    const start = timeOf(value["start_time"]) ?? 0;
    const outputs = only(value["outputs"], "output");
    sorter.add(
      {
        id,
        parent: idOf(value["parent_run_id"]),
        trace,
        kind,
        name: nameOf(value["name"]),
        start,
        end: timeOf(value["end_time"]) ?? start,
        line,
        arguments: only(value["inputs"], "input"),
        outcome: spanOutcome(outputs, value["error"]),
        texts: kind === "model" ? outputTexts(outputs) : [],
        tokens: tokensOf(value),
        cachedTokens: cachedOf(value) ?? cachedOf(usageOf(value)),
      },
      share,
    );
  }
  for (const child of children) readRun(sorter, child, line, share, trace);
}

function metadataOf({ extra }: Fields): Fields {
  return objectOf(objectOf(extra)["metadata"]);
}

/** LangChain writes counts in detail into a run's metadata, or into that of its message. */
function usageOf(value: Fields): unknown {
  return metadataOf(value)["usage_metadata"] ?? objectOf(value["outputs"])["usage_metadata"];
}

/** The value of `key`, if it is the object's only one: LangChain wraps values that are not objects. */
function only(value: unknown, key: string): unknown {
  if (!isFields(value)) return value ?? undefined;
  return key in value && Object.keys(value).length === 1 ? value[key] : value;
}
