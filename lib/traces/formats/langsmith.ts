/** Runs of LangSmith, from its API or its exports: flat, or with nested child runs. */
import { type Fields, fieldsOf, isFields } from "../../history/fields.ts";
import { cachedOf, idOf, timeOf, tokensOf } from "../field-values.ts";
import type { TraceFormatSpec } from "./format.ts";
import { outputTexts } from "./output-texts.ts";
import { nameOf, type SpanSorter, spanOutcome, spanReader } from "./spans.ts";

export const langsmithFormat: TraceFormatSpec = {
  name: "langsmith",
  description: "runs of LangSmith; the ones with run_type tool are the calls",
  recognises: (value) =>
    typeof value["run_type"] === "string" || fieldsOf(value["runs"]).some((run) => typeof run["run_type"] === "string"),
  reader: (runs) => spanReader(runs, read),
};

function read(sorter: SpanSorter, value: Fields, line: number, size: number): void {
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
  return isFields(extra) && isFields(extra["metadata"]) ? extra["metadata"] : {};
}

/** LangChain writes counts in detail into a run's metadata, or into that of its message. */
function usageOf(value: Fields): unknown {
  const { outputs } = value;
  return metadataOf(value)["usage_metadata"] ?? (isFields(outputs) ? outputs["usage_metadata"] : undefined);
}

/** The value of `key`, if it is the object's only one: LangChain wraps values that are not objects. */
function only(value: unknown, key: string): unknown {
  if (!isFields(value)) return value ?? undefined;
  return key in value && Object.keys(value).length === 1 ? value[key] : value;
}
