/** Runs of LangSmith, from its API or its exports: flat, or with nested child runs. */
import { type Fields, fieldsOf, isFields } from "../../history/transcript-reader.ts";
import { idOf, timeOf, tokensOf } from "../field-values.ts";
import type { TraceRuns } from "../trace-runs.ts";
import type { FormatReader, TraceFormatSpec } from "./format.ts";
import { nameOf, SpanSorter, spanOutcome } from "./spans.ts";

export const langsmithFormat: TraceFormatSpec = {
  name: "langsmith",
  description: "runs of LangSmith; the ones with run_type tool are the calls",
  recognises: (value) =>
    typeof value["run_type"] === "string" || fieldsOf(value["runs"]).some((run) => typeof run["run_type"] === "string"),
  reader: (runs) => new LangsmithReader(runs),
};

class LangsmithReader implements FormatReader {
  readonly #sorter: SpanSorter;

  constructor(runs: TraceRuns) {
    this.#sorter = new SpanSorter(runs);
  }

  value(value: Fields | unknown[], line: number, size: number): void {
    const list = Array.isArray(value) ? value : value["runs"];
    if (Array.isArray(list)) for (const run of fieldsOf(list)) this.#run(run, line, size / list.length, undefined);
    else this.#run(value as Fields, line, size, undefined);
  }

  end(): void {
    this.#sorter.end();
  }

  #run(value: Fields, line: number, size: number, root: string | undefined): void {
    const id = idOf(value["id"], value["run_id"]);
    const trace = idOf(value["trace_id"]) ?? root ?? id;
    const { session_id, thread_id, conversation_id } = metadataOf(value);
    this.#sorter.conversation(trace, idOf(session_id, thread_id, conversation_id));
    const children = fieldsOf(value["child_runs"]);
    const share = size / (children.length + 1);
    const kind = value["run_type"] === "tool" ? "tool" : value["run_type"] === "llm" ? "model" : undefined;
    if (kind !== undefined) {
      const start = timeOf(value["start_time"]) ?? 0;
      const outputs = only(value["outputs"], "output");
      this.#sorter.add(
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
          tokens: tokensOf(value),
        },
        share,
      );
    }
    for (const child of children) this.#run(child, line, share, trace);
  }
}

function metadataOf({ extra }: Fields): Fields {
  return isFields(extra) && isFields(extra["metadata"]) ? extra["metadata"] : {};
}

/** The value of `key`, if it is the object's only one: LangChain wraps values that are not objects. */
function only(value: unknown, key: string): unknown {
  if (!isFields(value)) return value ?? undefined;
  return key in value && Object.keys(value).length === 1 ? value[key] : value;
}
