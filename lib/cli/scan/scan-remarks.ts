/** What a scan says beside its result: what it could not read, what no row has, and what the record leaves out. */

import type { ColumnField, Columns, ColumnTally } from "../../traces/columns.ts";
import { FaultLimit } from "../../traces/limits.ts";
import type { TraceFormat } from "../../traces/read-trace.ts";
import type { TraceFault } from "../../traces/trace-types.ts";
import { counted } from "../plain-text.ts";
import type { ScanError, ScanTotals } from "../scan-types.ts";
import { shownPath, type TraceFile } from "../trace-files.ts";
import { count } from "./totals-text.ts";

/** Something that could not be read, as part of a scan's result. */
export interface PartError extends TraceFault {
  file: string;
}

export class FileErrors {
  readonly #errors: ScanError[] = [];
  #file: string | undefined;
  #limit: FaultLimit | undefined;

  /** Errors of the same file must be added one after the other. */
  add({ file, ...fault }: PartError): void {
    if (file !== this.#file) {
      this.#limit?.end();
      this.#file = file;
      this.#limit = new FaultLimit(({ line, reason }) => this.#errors.push({ file, line, reason }));
    }
    this.#limit?.report(fault);
  }

  all(): ScanError[] {
    this.#limit?.end();
    return this.#errors;
  }
}

export class MissingColumns {
  #missing: [field: ColumnField, column: string][] | undefined;

  /** Adds what is known of a file. One without rows says nothing. */
  add({ rows, missing }: Pick<ColumnTally, "rows" | "missing">): void {
    if (rows === 0) return;
    this.#missing = (this.#missing ?? missing).filter(([field]) => missing.some(([other]) => other === field));
  }

  get fields(): ColumnField[] {
    return (this.#missing ?? []).map(([field]) => field);
  }

  errors(files: readonly TraceFile[]): PartError[] {
    const first = shownPath(files[0]?.path ?? "-");
    const file = files.length < 2 ? first : `${first} and ${files.length - 1} more`;
    return (this.#missing ?? []).map(([field, column]) => {
      const reason = `no row has the column ${JSON.stringify(column)}, which --columns names for ${field}`;
      return { file, line: 0, reason };
    });
  }
}

/** Those in which a call is a span, an observation or a run of its own. */
const SPANS: ReadonlySet<TraceFormat> = new Set(["otel", "jaeger", "langfuse", "langsmith"]);

const RECORD_TOOLS =
  "Spans of models, agents and chains are no calls. A call is a span of a tool: gen_ai.operation.name = execute_tool of" +
  " OpenTelemetry's GenAI instrumentations, openinference.span.kind = TOOL, traceloop.span.kind = tool, ai.operationId =" +
  " ai.toolCall of the AI SDK, an observation of type TOOL, a run of run_type tool. Instrument what runs the tools," +
  " or record the messages of responses (OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=SPAN_ONLY): they have the calls too.";

/** For stderr. `formats`: of the files, as far as they are known; `columns`: of the table that was read. */
export function noCallsText(totals: ScanTotals, formats: readonly TraceFormat[], columns?: Columns): string {
  // As native/scan/scan.c says it.
  if (columns !== undefined)
    return `No tool call was found: no row has a tool's name in the column ${JSON.stringify(columns.tool)}, which --columns names for tool.\n`;
  const { files, runs } = totals;
  const read = `${counted(files, "file")}${formats.length > 0 ? ` (${formats.join(", ")})` : ""}`;
  const other = "loopguard scan --help lists the formats; --format names one.";
  const recognised = "Conversations without tools have none. If it is in another format, --format names it.";
  const hint = formats.some((format) => SPANS.has(format)) ? RECORD_TOOLS : formats.length > 0 ? recognised : other;
  return `No tool call was found in ${read} with ${counted(runs, "run")}, so none was judged. ${hint}\n`;
}

const SWITCHES =
  "Switch on the recording of content: OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=SPAN_ONLY (with" +
  " OTEL_SEMCONV_STABILITY_OPT_IN=gen_ai_latest_experimental) of OpenTelemetry's GenAI instrumentations," +
  " TRACELOOP_TRACE_CONTENT=true of OpenLLMetry, recordInputs and recordOutputs of the AI SDK; not" +
  " OPENINFERENCE_HIDE_INPUTS or OPENINFERENCE_HIDE_OUTPUTS, nor LANGSMITH_HIDE_INPUTS or LANGSMITH_HIDE_OUTPUTS;" +
  " in Langfuse, set input and output.";

/** Lines for stderr. `columns`: of the table that was read; `isMissing`: no row has the column of results. */
export function notRecordedText(totals: ScanTotals, columns?: Columns, isMissing = false): string {
  const { unrecordedCalls = 0, unrecordedRuns = 0, runsWithoutResults = 0 } = totals;
  const lines: string[] = [];
  if (unrecordedCalls > 0) {
    const all =
      unrecordedRuns === 0
        ? "each is taken for another call than the others"
        : `${runs(unrecordedRuns)} no call has any, so that nothing could be found there`;
    const have = unrecordedCalls === 1 ? "call has" : "calls have";
    lines.push(`${count(unrecordedCalls)} ${have} neither arguments nor a result recorded: ${all}.`);
  }
  if (runsWithoutResults > 0)
    lines.push(`${runs(runsWithoutResults, "I")} no result is recorded, and these detectors find nothing without.`);
  // Where something is recorded, the recording is on.
  if (isBlind(totals))
    lines.push(columns === undefined ? SWITCHES : columnHint(isMissing ? undefined : columns.result));
  return lines.map((line) => `${line}\n`).join("");
}

/** Its words are those of native/scan/scan.c. */
function columnHint(result: string | undefined): string {
  if (result === undefined) return "Say which column has the results: --columns result=<column>,...";
  return `The column ${JSON.stringify(result)}, which --columns names for result, is NULL in all rows of them.`;
}

/** Whether runs were judged blind: that nothing was found there says nothing. */
export function isBlind({ unrecordedRuns = 0, runsWithoutResults = 0 }: ScanTotals): boolean {
  return unrecordedRuns + runsWithoutResults > 0;
}

function runs(many: number, i = "i"): string {
  return `${i}n ${counted(many, "run")}`;
}
