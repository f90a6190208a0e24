/** What to say of calls that a scan could not judge, because the trace leaves out what they were made with. */
import type { Columns } from "../../traces/columns.ts";
import { counted } from "../plain-text.ts";
import type { ScanTotals } from "../scan-types.ts";
import { count } from "./totals-text.ts";

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
